"""The catalogue of rulesets: those installed, options shared as text, and their texts for translators."""
