import { quote, type Reading } from "./reading.ts";

const names = new Intl.DisplayNames("en", { type: "language", fallback: "none" });
/** Names that people write and Intl has another one for. */
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
/** ISO 639-2 codes that name no language: several, none, undetermined, others. */
const noLanguage = new Set(["mul", "zxx", "und", "mis"]);
let codes: Map<string, string> | undefined;

/** A language as ISO 639-1 where there is a code, else as ISO 639-2; takes `hin`, `en-US`, `ger`, `deu` and `Hindi`. */
export function readLanguage(text: string): Reading<string> {
  const written = text.slice(0, 100).trim().toLowerCase().replaceAll("_", "-");
  const fault = `${quote(text)} is not a language`;
  if (written === "" || noLanguage.has(written)) return { fault };
  const code = /^[a-z]{2,3}(?:-[a-z\d]{2,8})*$/.test(written) ? fromCode(written) : undefined;
  const value = code ?? otherNames.get(written) ?? allNames().get(written);
  return value ? { value } : { fault };
}

/** Answers of `fromCode`, as Intl takes its time; files name few languages. */
const known = new Map<string, string | undefined>();
const maxKnown = 1000;

/** Intl knows that `eng`, `ger` and `deu` are `en`, `de` and `de`. */
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

/** English names and their codes; made when the first name comes, as it takes half a second. */
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
