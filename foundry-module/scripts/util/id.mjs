/** The module's id: the namespace of its settings and flags, and the first part of its names. */
export const ID = "coign";

/** Return an id that no other client has made. */
export const randomId = () => `${Math.random()}${Math.random()}`.replace(/0\./g, "").slice(0, 24);
