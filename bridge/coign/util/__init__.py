"""Small tools that know nothing of Foundry or of rules."""
