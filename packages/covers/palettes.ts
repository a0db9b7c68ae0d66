/** Three colours: the ground, the text, and the accent. */
export interface Palette {
  name: string;
  ground: string;
  ink: string;
  accent: string;
}

function palette(name: string, ground: string, ink: string, accent: string): Palette {
  return { name, ground, ink, accent };
}

/** The palettes; the ink of each has a contrast of at least 4.5:1 on its ground. */
export const palettes = [
  palette("bone", "#f3ebdc", "#231a15", "#c43d28"),
  palette("salt", "#efe9dc", "#1b2a4a", "#d2902c"),
  palette("chalk", "#f6f1e4", "#1d3f8f", "#e08a2e"),
  palette("fern", "#e9e6d2", "#1f3b2d", "#bc5035"),
  palette("stone", "#d9d2c2", "#26332c", "#a2481f"),
  palette("indigo", "#1f2a58", "#f6ecd8", "#e8a33d"),
  palette("bottle", "#15392f", "#f3e7d3", "#e29a7b"),
  palette("oxblood", "#64182a", "#f8e6d6", "#e3a08a"),
  palette("peacock", "#0d4a59", "#f5ecd8", "#f0b53f"),
  palette("aubergine", "#36183a", "#f5e6d4", "#dba54a"),
  palette("umber", "#3d281c", "#f4e5cd", "#d9793f"),
  palette("mustard", "#dca52f", "#26190f", "#8f2f1c"),
  palette("haldi", "#ecbb3e", "#123a2d", "#b2341f"),
  palette("terracotta", "#b1462a", "#fdf2e2", "#1d2a47"),
  palette("rani", "#a3184f", "#fdeedd", "#f3ab3c"),
  palette("rose", "#f0c4bb", "#581230", "#c2374c"),
  palette("peach", "#f5cda5", "#123f47", "#c8462b"),
  palette("mint", "#bfe0cd", "#123a52", "#df4b33"),
  palette("butter", "#f7dc86", "#1c398a", "#dd4b2b"),
  palette("sky", "#bcd4df", "#15283d", "#c24e36"),
  palette("lilac", "#cdc2dd", "#2a2046", "#b8432f"),
  palette("dusk", "#2a1c4c", "#f5eaf0", "#f08c60"),
  palette("acid", "#17171b", "#f2efe5", "#dfe83f"),
  palette("soot", "#1b191c", "#f2eadd", "#d93a2c"),
] as const;
