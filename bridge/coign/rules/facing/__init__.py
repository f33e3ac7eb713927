"""Combat Facing: the conditions of its rules, and the monsters that it names.

    conditions  attacks, sneak attacks and spells: the areas around both creatures, and exceptions
    actions     spotting, readying, shields, movement
    monsters    monsters without a facing, and attacks that reach to the side or behind

`coign.rulesets.combat_facing` has the sentences of the text, the table of rules, and the readings that are ours.
"""
