/** The widths in pixels that covers are rendered in. */
export const coverWidths = [160, 240, 320, 480, 720, 960] as const;

/** The width in pixels that emblems are rendered in. */
export const emblemWidth = 160;
