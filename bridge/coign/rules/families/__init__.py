"""The families of rule systems: how the modifiers of each combine, and what its rulesets share."""
