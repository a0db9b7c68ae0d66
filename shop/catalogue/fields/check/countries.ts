/** Parses countries of files. */
import { foldText } from "#shop/kernel/text/fold-text.ts";
import { quote, type Reading } from "./reading.ts";

const names = new Intl.DisplayNames("en", { type: "region", fallback: "none" });
/** Region codes of Intl that are not countries of ISO 3166-1. */
const noCountries = new Set(["AC", "CP", "CQ", "DG", "EA", "EU", "EZ", "IC", "QO", "TA", "UN", "XA", "XB", "XK", "ZZ"]);
const otherNames = new Map<string, string>([
  ["uk", "GB"],
  ["u.k.", "GB"],
  ["great britain", "GB"],
  ["england", "GB"],
  ["scotland", "GB"],
  ["wales", "GB"],
  ["usa", "US"],
  ["u.s.a.", "US"],
  ["u.s.", "US"],
  ["united states of america", "US"],
  ["america", "US"],
  ["ind", "IN"],
  ["bharat", "IN"],
  ["gbr", "GB"],
  ["chn", "CN"],
  ["people's republic of china", "CN"],
  ["hong kong", "HK"],
  ["macao", "MO"],
  ["macau", "MO"],
  ["korea", "KR"],
  ["republic of korea", "KR"],
  ["turkey", "TR"],
  ["czech republic", "CZ"],
  ["burma", "MM"],
  ["myanmar", "MM"],
  ["holland", "NL"],
  ["the netherlands", "NL"],
  ["uae", "AE"],
  ["viet nam", "VN"],
  ["russian federation", "RU"],
]);

const codes = new Map<string, string>();
const letters = Array.from("ABCDEFGHIJKLMNOPQRSTUVWXYZ");
for (const code of letters.flatMap((first) => letters.map((second) => first + second))) {
  const name = names.of(code);
  const isCurrent = new Intl.Locale(`und-${code}`).region === code;
  if (name && isCurrent && !noCountries.has(code)) codes.set(foldText(name), code).set(code.toLowerCase(), code);
}

/** Parses a country into its two-letter code of ISO 3166-1; accepts codes and English names. */
export function readCountry(text: string): Reading<string> {
  const written = foldText(text.slice(0, 100));
  const value = otherNames.get(written) ?? codes.get(written);
  return value ? { value } : { fault: `${quote(text)} is not a country` };
}
