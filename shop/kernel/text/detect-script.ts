/** The scripts of the shop's books by ISO 15924 code, with the ISO 639 codes of the languages written in them. */
const scripts = [
  ["Latn", /(?=\p{L})\p{Script=Latin}/gu, ""],
  ["Deva", /(?=\p{L})\p{Script=Devanagari}/gu, "hi mr ne sa bho brx doi gom kok mai new"],
  ["Beng", /(?=\p{L})\p{Script=Bengali}/gu, "bn as mni"],
  ["Guru", /(?=\p{L})\p{Script=Gurmukhi}/gu, "pa"],
  ["Gujr", /(?=\p{L})\p{Script=Gujarati}/gu, "gu"],
  ["Orya", /(?=\p{L})\p{Script=Oriya}/gu, "or ory"],
  ["Taml", /(?=\p{L})\p{Script=Tamil}/gu, "ta"],
  ["Telu", /(?=\p{L})\p{Script=Telugu}/gu, "te"],
  ["Knda", /(?=\p{L})\p{Script=Kannada}/gu, "kn"],
  ["Mlym", /(?=\p{L})\p{Script=Malayalam}/gu, "ml"],
  ["Arab", /(?=\p{L})\p{Script=Arabic}/gu, "ur ks sd ar fa"],
] as const;

/** The ISO 15924 code of a script that the shop distinguishes. */
export type ScriptCode = (typeof scripts)[number][0];

/** The script of most letters in a text; null if none of its letters is in a known script. */
export function detectScript(text: string): ScriptCode | null {
  let most = 0;
  let script: ScriptCode | null = null;
  for (const [code, letters] of scripts) {
    const count = text.match(letters)?.length ?? 0;
    if (count > most) [most, script] = [count, code];
  }
  return script;
}

/** Scripts of further languages, without fonts in the shop. */
const furtherLanguages: [language: string, letters: RegExp][] = [
  ["ja", /[\p{Script=Hiragana}\p{Script=Katakana}]/u],
  ["zh", /\p{Script=Han}/u],
  ["ko", /\p{Script=Hangul}/u],
  ["si", /\p{Script=Sinhala}/u],
  ["ru", /\p{Script=Cyrillic}/u],
  ["el", /\p{Script=Greek}/u],
  ["he", /\p{Script=Hebrew}/u],
  ["th", /\p{Script=Thai}/u],
];

/** The language that is most often written in the script of a text; null for Latin and for a text without letters. */
export function guessLanguage(text: string): string | null {
  const script = detectScript(text);
  if (script === null) return furtherLanguages.find(([, letters]) => letters.test(text))?.[0] ?? null;
  return scripts.find(([code]) => code === script)?.[2].split(" ")[0] || null;
}

/** The script of a language; Latin if the language is not listed. Equals `script_of` in the database. */
export function scriptOfLanguage(language: string): ScriptCode {
  return scripts.find(([, , languages]) => languages.split(" ").includes(language))?.[0] ?? "Latn";
}
