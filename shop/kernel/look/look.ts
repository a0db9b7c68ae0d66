/** The look of the shop, as an owner chooses it at the desk. */
export interface Look {
  /** Of what can be pressed, and of the mark: hexadecimal in small letters. */
  colour: string;
  /** Of offers, ratings and the number in the cart. */
  accent: string;
  /** The typeface of headings. */
  face: Face;
  /** The endpaper at the top of home and above the footer. */
  pattern: Pattern;
  /** The space between the parts of home. */
  density: Density;
  /** The name of the picture that is shown instead of the shop's mark; null for the mark. */
  logo: string | null;
  /** Whether the logo contains the shop's name, which is then not written beside it. */
  isNameInLogo: boolean;
  /** The name of the picture that is shown on tabs of the browser and as an app; null for the mark. */
  icon: string | null;
}

export const faces = ["fraunces", "literata", "lora", "playfair", "bitter", "figtree"] as const;
export type Face = (typeof faces)[number];

/** The names of the typefaces, also in CSS. */
export const faceNames: Record<Face, string> = {
  fraunces: "Fraunces",
  literata: "Literata",
  lora: "Lora",
  playfair: "Playfair Display",
  bitter: "Bitter",
  figtree: "Figtree",
};

export const patterns = ["jaal", "buti", "marble", "jali", "scales", "lehariya"] as const;
export type Pattern = (typeof patterns)[number];

export const densities = ["airy", "close"] as const;
export type Density = (typeof densities)[number];

/** The look of the shop as delivered; it needs no style sheet of its own. */
export const defaultLook: Look = {
  colour: "#4f46e5",
  accent: "#d98a1f",
  face: "fraunces",
  pattern: "jaal",
  density: "airy",
  logo: null,
  isNameInLogo: false,
  icon: null,
};

const written = /* @__PURE__ */ new RegExp(
  `^([0-9a-f]{6})-([0-9a-f]{6})-(${faces.join("|")})-(${patterns.join("|")})-(${densities.join("|")})$`,
);

/** The part of a look that its style sheet is made from. */
export type Style = Pick<Look, "colour" | "accent" | "face" | "pattern" | "density">;

/** Writes a style for an address, such as `4f46e5-d98a1f-lora-buti-airy`. */
export function writeStyle({ colour, accent, face, pattern, density }: Style): string {
  return [colour.slice(1), accent.slice(1), face, pattern, density].join("-");
}

/** Reads a style from an address; null if it is none. */
export function parseStyle(text: string): Style | null {
  const [, colour, accent, face, pattern, density] = written.exec(text) ?? [];
  if (density === undefined) return null;
  return {
    colour: `#${colour}`,
    accent: `#${accent}`,
    face: face as Face,
    pattern: pattern as Pattern,
    density: density as Density,
  };
}

/** A colour scheme that a preview forces, whatever the device prefers. */
export type Scheme = "light" | "dark";

/** In the query of a preview: home as readers see it before the shop is open. */
export const openingPreview = "soon";

/** The query of a page that shows a look which is not published; `pass` is the signed end of the link. */
export function lookPreviewQuery(look: Look, pass: string, scheme: Scheme | null): string {
  const logo = look.logo ? `&logo=${look.logo}${look.isNameInLogo ? "&alone" : ""}` : "";
  return `look=${writeStyle(look)}.${pass}${scheme ? `.${scheme}` : ""}${logo}`;
}
