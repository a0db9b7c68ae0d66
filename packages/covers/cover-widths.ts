/** The only widths in pixels a cover is made in. */
export const coverWidths = [160, 240, 320, 480, 720, 960] as const;
