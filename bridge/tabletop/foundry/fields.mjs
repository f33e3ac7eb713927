/**
 * `foundry.data.fields` and the base of region behaviours: fields know their initial value and how to clean a value.
 */

class DataField {
  constructor(options = {}) {
    this.options = options;
    const { initial, choices, ...plain } = options; // these two are computed when they are read
    Object.assign(this, { required: false, nullable: false, label: "", hint: "" }, plain);
  }

  get initial() {
    const { initial } = this.options;
    return typeof initial === "function" ? initial() : initial;
  }

  getInitialValue() {
    return this.initial;
  }

  /** Return the value for code to read, made from the stored one. */
  initialize(value) {
    return value;
  }

  clean(value) {
    return value === undefined ? this.getInitialValue() : value;
  }
}

class NumberField extends DataField {
  clean(value) {
    if (value === undefined) return this.initial ?? null;
    if (value === null || value === "") return null;
    const number = Number(value);
    return Math.min(this.options.max ?? number, Math.max(this.options.min ?? number, number));
  }
}

class BooleanField extends DataField {
  get initial() {
    return this.options.initial ?? false;
  }

  clean(value) {
    return value === undefined ? this.initial : Boolean(value);
  }
}

class StringField extends DataField {
  get initial() {
    return this.options.initial ?? "";
  }

  get choices() {
    return this.options.choices;
  }
}

class ColorField extends DataField {
  initialize(value) {
    return value === null || value === undefined ? null : new Color(value);
  }
}

/** A colour: a number that can be written for CSS. (fvtt-types 13.346, `common/utils/color.d.mts`.) */
export class Color extends Number {
  constructor(value) {
    super(typeof value === "string" ? Number.parseInt(value.replace("#", ""), 16) : value);
  }

  static from(value) {
    return value instanceof Color ? value : new Color(value);
  }

  get css() {
    return `#${this.valueOf().toString(16).padStart(6, "0")}`;
  }

  toString() {
    return this.css;
  }
}

class ObjectField extends DataField {
  get initial() {
    return this.options.initial ?? {};
  }
}

class ArrayField extends DataField {
  constructor(element, options) {
    super(options);
    this.element = element;
  }

  get initial() {
    return this.options.initial ?? [];
  }
}

class SetField extends ArrayField {
  initialize(value) {
    return new Set(value ?? []);
  }

  clean(value) {
    return new Set(value ?? this.initial);
  }
}

class SchemaField extends DataField {
  constructor(fields, options) {
    super(options);
    this.fields = fields;
  }

  clean(value = {}) {
    return Object.fromEntries(Object.entries(this.fields).map(([name, field]) => [name, field.clean(value?.[name])]));
  }

  getInitialValue() {
    return this.clean({});
  }
}

export const fields = {
  DataField,
  NumberField,
  AlphaField: NumberField,
  AngleField: NumberField,
  ColorField,
  BooleanField,
  StringField,
  HTMLField: StringField,
  DocumentUUIDField: StringField,
  ObjectField,
  ArrayField,
  SetField,
  SchemaField,
  TypedObjectField: ObjectField,
};

/** A data model: its fields, read from a source by its schema. */
export class DataModel {
  static defineSchema() {
    return {};
  }

  static get schema() {
    if (!Object.hasOwn(this, "_schema")) this._schema = new SchemaField(this.defineSchema());
    return this._schema;
  }

  constructor(source = {}, { parent = null } = {}) {
    this.parent = parent;
    this._source = source;
    Object.assign(this, this.constructor.schema.clean(source));
  }

  toObject() {
    return { ...this._source };
  }
}

export class RegionBehaviorType extends DataModel {
  static LOCALIZATION_PREFIXES = [];

  static events = {};

  get behavior() {
    return this.parent;
  }

  get region() {
    return this.parent?.parent;
  }

  get scene() {
    return this.region?.parent;
  }
}
