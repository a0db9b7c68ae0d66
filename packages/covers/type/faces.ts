/** The typefaces of covers, and the font files of each. */
export type FaceName =
  | "serif"
  | "serifText"
  | "serifItalic"
  | "elegant"
  | "elegantItalic"
  | "didone"
  | "condensed"
  | "geometric"
  | "geometricText"
  | "poster"
  | "round"
  | "roundText";

interface Face {
  /** Font files in order of preference, as `package/file` without the extension. */
  files: string[];
  /** Line height in ems for Latin text; taller scripts increase it automatically. */
  leading: number;
  /** Size relative to a serif of ordinary width; default 1. */
  scale?: number;
}

function latin(family: string, cut: string): string[] {
  return [`${family}/${family}-latin-${cut}`, `${family}/${family}-latin-ext-${cut}`];
}

function devanagari(family: string, cut: string): string[] {
  return [`${family}/${family}-devanagari-${cut}`, `${family}/${family}-latin-${cut}`];
}

/** Font files of scripts that have one family each, near the given weight. */
function others(weight: number): string[] {
  const indian = ["bengali", "gurmukhi", "gujarati", "oriya", "tamil", "telugu", "kannada", "malayalam"];
  return [
    "jost/jost-cyrillic-600-normal",
    ...indian.map((script) => `noto-sans-${script}/noto-sans-${script}-${script}-${weight}-normal`),
    `noto-naskh-arabic/noto-naskh-arabic-arabic-${Math.min(weight, 700)}-normal`,
  ];
}

/** Every face with its fallbacks: Latin first, then a matching Devanagari, then all other scripts. */
export const faces: Record<FaceName, Face> = {
  serif: {
    files: [...latin("fraunces", "600-normal"), ...devanagari("rozha-one", "400-normal"), ...others(600)],
    leading: 1.04,
  },
  serifText: {
    files: [...latin("fraunces", "600-normal"), ...devanagari("tiro-devanagari-hindi", "400-normal"), ...others(500)],
    leading: 1.2,
  },
  serifItalic: {
    files: [...latin("fraunces", "500-italic"), ...devanagari("tiro-devanagari-hindi", "400-italic"), ...others(500)],
    leading: 1.06,
  },
  elegant: {
    files: [
      ...latin("instrument-serif", "400-normal"),
      ...devanagari("tiro-devanagari-hindi", "400-normal"),
      ...others(400),
    ],
    leading: 0.96,
    scale: 1.3,
  },
  elegantItalic: {
    files: [
      ...latin("instrument-serif", "400-italic"),
      ...devanagari("tiro-devanagari-hindi", "400-italic"),
      ...others(400),
    ],
    leading: 0.98,
    scale: 1.3,
  },
  didone: {
    files: [...latin("bodoni-moda", "600-italic"), ...devanagari("rozha-one", "400-normal"), ...others(600)],
    leading: 1,
  },
  condensed: {
    files: [...latin("league-gothic", "400-normal"), ...devanagari("mukta", "800-normal"), ...others(800)],
    leading: 0.9,
    scale: 1.45,
  },
  geometric: {
    files: [...latin("jost", "600-normal"), ...devanagari("mukta", "700-normal"), ...others(600)],
    leading: 1.02,
  },
  geometricText: {
    files: [...latin("jost", "500-normal"), ...devanagari("mukta", "600-normal"), ...others(500)],
    leading: 1.2,
  },
  poster: {
    files: [...latin("rozha-one", "400-normal"), ...devanagari("rozha-one", "400-normal"), ...others(700)],
    leading: 1,
    scale: 1.05,
  },
  round: {
    files: [...latin("baloo-2", "700-normal"), ...devanagari("baloo-2", "700-normal"), ...others(700)],
    leading: 0.94,
  },
  roundText: {
    files: [...latin("baloo-2", "600-normal"), ...devanagari("baloo-2", "600-normal"), ...others(600)],
    leading: 1.1,
  },
};
