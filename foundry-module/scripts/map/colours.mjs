/**
 * The colours on the map: those of Okabe and Ito (Color Universal Design, 2008), which colour-blind people can tell apart.
 * As numbers, 0xrrggbb.
 */

export const BLUE = 0x0072b2;
export const SKY = 0x56b4e9;
export const VERMILION = 0xd55e00;
export const ORANGE = 0xe69f00;
export const GREEN = 0x009e73;
export const PURPLE = 0xcc79a7;
export const YELLOW = 0xf0e442;
export const GREY = 0x999999;

/** For signs on coloured squares. */
export const WHITE = 0xffffff;

/** The edge of strokes, which shows them on a floor of their own brightness. BLUE is too dark for it. */
export const EDGE = 0x000000;
