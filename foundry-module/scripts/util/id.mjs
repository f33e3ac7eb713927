/** The module's id: the namespace of its settings and flags, and the first part of its names. */
export const ID = "coign";
