/** Parses languages of files. */
import { quote, type Reading } from "./reading.ts";

const names = new Intl.DisplayNames("en", { type: "language", fallback: "none" });
/** Common names that Intl lists under another name. */
const otherNames = new Map<string, string>([
  ["bengali", "bn"],
  ["oriya", "or"],
  ["panjabi", "pa"],
  ["farsi", "fa"],
  ["mandarin", "zh"],
  ["modern greek", "el"],
  ["castilian", "es"],
  ["flemish", "nl"],
]);
/** ISO 639-2 codes without a language: multiple, none, undetermined, uncoded. */
const noLanguage = new Set(["mul", "zxx", "und", "mis"]);
let codes: Map<string, string> | undefined;

/**
 * Parses a language into ISO 639-1, or ISO 639-2 if it has no shorter code; accepts `hin`, `en-US`, `ger`, `deu` and
 * `Hindi`.
 */
export function readLanguage(text: string): Reading<string> {
  const written = text.slice(0, 100).trim().toLowerCase().replaceAll("_", "-");
  const fault = `${quote(text)} is not a language`;
  if (written === "" || noLanguage.has(written)) return { fault };
  const code = /^[a-z]{2,3}(?:-[a-z\d]{2,8})*$/.test(written) ? fromCode(written) : undefined;
  const value = code ?? otherNames.get(written) ?? allNames().get(written);
  return value ? { value } : { fault };
}

/** Cache of `fromCode`, because Intl is slow and files contain few languages. */
const known = new Map<string, string | undefined>();
const maxKnown = 1000;

/** Intl maps `eng`, `ger` and `deu` to `en`, `de` and `de`. */
function fromCode(written: string): string | undefined {
  if (known.has(written)) return known.get(written);
  const code = askIntl(written);
  if (known.size < maxKnown) known.set(written, code);
  return code;
}

function askIntl(written: string): string | undefined {
  try {
    const { language } = new Intl.Locale(written);
    return language.length <= 3 && names.of(language) !== undefined && !noLanguage.has(language) ? language : undefined;
  } catch {
    return undefined;
  }
}

/** English names and their codes; built at the first use, because building takes half a second. */
function allNames(): Map<string, string> {
  if (codes) return codes;
  codes = new Map();
  const letters = Array.from("abcdefghijklmnopqrstuvwxyz");
  for (const rest of ["", ...letters])
    for (const first of letters)
      for (const second of letters) {
        const code = first + second + rest;
        const name = names.of(code)?.toLowerCase();
        if (name && !codes.has(name)) codes.set(name, fromCode(code) ?? code);
      }
  return codes;
}
