/** Checks of a part of the page, run in the page: contrast by WCAG 2.2, overflow, sizes, focus rings. */

/**
 * List the visual faults of an element and its contents, each as `TAG.class: fault`. Runs in the page.
 *
 * @param {Element} root
 * @param {{width?: number, targets?: boolean}} how  the width of the layout in pixels; whether buttons must be 24 px large
 * @returns {string[]}
 */
export function faults(root, { width, targets = false } = {}) {
  if (width) root.style.width = `${width}px`;
  const edge = root.getBoundingClientRect();
  const seen = [root, ...root.querySelectorAll("*")].filter(
    (part) => part.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true }) && !part.closest(".coign-hidden"),
  );

  /** [red, green, blue, opacity], each from 0 to 1: Chromium gives "rgb(1 2 3)" or "color(srgb .1 .2 .3 / .4)". */
  const parts = (color) => {
    const numbers = color.match(/[\d.]+(e-\d+)?/g)?.map(Number) ?? [0, 0, 0, 0];
    const [r, g, b] = color.startsWith("rgb") ? numbers.map((part) => part / 255) : numbers;
    return [r, g, b, numbers[3] ?? 1];
  };
  /** Let a function of an element compute once for each: many have the same parents. */
  const once = (compute) => {
    const known = new Map();
    return (part) => {
      if (!known.has(part)) known.set(part, compute(part));
      return known.get(part);
    };
  };
  const over = (top, under) => [0, 1, 2].map((n) => top[n] * top[3] + under[n] * (1 - top[3]));
  const behind = once((part) => {
    if (!part) return [1, 1, 1];
    const color = parts(getComputedStyle(part).backgroundColor);
    return color[3] < 1 ? over(color, behind(part.parentElement)) : color;
  });
  const luminance = (color) => {
    const [r, g, b] = color.map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const contrast = (color, part) => {
    const ground = behind(part);
    const [r, g, b, opacity] = parts(color);
    const ink = [r, g, b, opacity * Number(getComputedStyle(part).opacity)];
    const [dark, light] = [over(ink, ground), ground].map(luminance).sort((a, b) => a - b);
    return (light + 0.05) / (dark + 0.05);
  };

  const clips = once((part) =>
    part && part !== root && root.contains(part)
      ? getComputedStyle(part).overflowX !== "visible" || clips(part.parentElement)
      : false,
  );
  const named = (part) => `${part.tagName}.${part.getAttribute("class") ?? ""}`;
  const found = [];
  const say = (part, what) => found.push(`${named(part)}: ${what}`);
  for (const part of seen) {
    const style = getComputedStyle(part);
    const drawn = part instanceof SVGElement;
    const reads = [...part.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
    const isCut = clips(part.parentElement); // what is cut off does not stick out
    if (!isCut && part.getBoundingClientRect().right > edge.right + 0.5) say(part, "sticks out to the right");
    if (reads && part.tagName !== "title" && !part.disabled) {
      const color = drawn ? style.fill : style.color;
      if (contrast(color, part) < 4.5) say(part, `text with contrast ${contrast(color, part).toFixed(2)}`); // 1.4.3
    } else if (drawn && /^(polygon|polyline|circle|path)$/.test(part.tagName)) {
      const ink = style.stroke === "none" ? style.fill : style.stroke;
      if (contrast(ink, part) < 3) say(part, `line with contrast ${contrast(ink, part).toFixed(2)}`); // 1.4.11
    }
    const { width: wide, height } = part.getBoundingClientRect();
    if (targets && part.tagName === "BUTTON" && (wide < 24 || height < 24)) say(part, `${wide} x ${height} to press`); // 2.5.8
  }
  return found;
}

/** List the elements that Tab reaches and that show no focus ring. Runs in the page. @param {Element} root */
export async function ringless(root) {
  window.focus(); // from the page around this frame, whose button for the theme was pressed last
  await new Promise((resolve) => requestAnimationFrame(resolve));
  const reached = [...root.querySelectorAll("button, summary, [tabindex='0'], input, select, a[href]")];
  return reached
    .filter((part) => part.checkVisibility() && !part.disabled)
    .filter((part) => {
      part.focus({ focusVisible: true });
      const { outlineStyle, outlineWidth } = getComputedStyle(part);
      return outlineStyle === "none" || Number.parseFloat(outlineWidth) < 1;
    })
    .map((part) => `${part.tagName}.${part.className}`);
}
