/** Checks the contributors of a record: names, sort names, names in other scripts, biographies and identifiers. */
import type { RecordContributor } from "#shop/catalogue/fields/record-values.ts";
import type { RawContributor } from "#shop/catalogue/fields/raw-values.ts";
import { foldText } from "#shop/kernel/text/fold-text.ts";
import { detectScript } from "#shop/kernel/text/detect-script.ts";
import { isNullWord } from "./null-words.ts";
import { readLine, readParagraphs } from "./plain-text.ts";
import { reportLeftOut, quote, type ReportCorrection } from "./reading.ts";

const maxContributors = 50;
const maxNameLength = 200;
const maxBiographyLength = 5_000;

/** Texts that files contain instead of the name of an unknown author, in addition to the words for an empty cell. */
const nobody = new Set(["unknown", "unknown author", "author unknown", "not known", "not available", "no author"]);

/** The contributors of a record in order, without duplicates; reports those left out to `mended`. */
export function readContributors(raw: RawContributor[], mended: ReportCorrection): RecordContributor[] {
  if (raw.length > maxContributors)
    mended(
      `Only the first ${maxContributors} of ${raw.length} people were taken`,
      `There are ${raw.length} people; write at most ${maxContributors}`,
    );
  const people = new Map<string, RecordContributor>();
  for (const one of raw.slice(0, maxContributors)) {
    const person = readContributor(one, mended);
    if (!person) continue;
    const key = `${person.role} ${foldText(person.name)} ${person.identifiers.map(({ value }) => value).join(" ")}`;
    if (!people.has(key)) people.set(key, person);
  }
  return [...people.values()];
}

function readContributor(raw: RawContributor, mended: ReportCorrection): RecordContributor | undefined {
  const line = readLine(raw.name, "name", maxNameLength);
  if ("fault" in line) return void reportLeftOut(mended, line.fault, "this person");
  if (line.mended) mended(line.mended);
  if (isNullWord(line.value) || nobody.has(foldText(line.value)))
    return void reportLeftOut(mended, `${quote(raw.name)} is not the name of a person`);
  if (!/\p{L}/u.test(line.value)) return void reportLeftOut(mended, `${quote(raw.name)} is not a name`);
  const sorted = raw.sortName === undefined ? undefined : readLine(raw.sortName, "name", maxNameLength);
  const sortName = sorted && "value" in sorted ? sorted.value : "";
  const names = sortName ? { name: line.value, sortName } : readName(line.value);
  const biography =
    raw.biography === undefined ? undefined : readParagraphs(raw.biography, "biography", maxBiographyLength);
  const about = biography && "value" in biography ? biography : undefined;
  if (biography && "fault" in biography) reportLeftOut(mended, biography.fault);
  if (about?.mended) mended(about.mended, about.lost);
  const otherNames = readOtherNames(names.name, raw.otherNames ?? []);
  return {
    ...names,
    role: raw.role,
    ...(otherNames.length > 0 && { otherNames }),
    identifiers: readIdentifiers(raw, mended),
    ...(about?.value && { biography: about.value }),
  };
}

/** Names in scripts other than that of `name`, the first of each script. */
function readOtherNames(name: string, given: string[]): string[] {
  const names = new Map([[detectScript(name), ""]]);
  for (const other of given.slice(0, 20)) {
    const line = readLine(other, "name", maxNameLength);
    const script = "value" in line ? detectScript(line.value) : null;
    if ("value" in line && script !== null && !names.has(script)) names.set(script, readName(line.value).name);
  }
  return [...names.values()].slice(1);
}

/** Suffixes that may follow a name after a comma without being a given name. */
const suffix = /^(?:jr|sr|ii|iii|iv|ph\.?\s?d|m\.?d|d\.?d\.?s|esq|m\.?a|b\.?a|llb|rn|inc|ltd|llc|pvt\.? ltd|co)\.?$/i;
/** Words before a family name that belong to it. */
const particles = new Set(
  "van von der den de del della di da du dos das la le el al bin ibn ben ter ten st. st".split(" "),
);
/** Words that occur only in names of organizations. */
const corporate =
  /\b(?:press|publish\w*|books|institute|university|college|school|society|association|foundation|ministry|government|board|council|committee|department|office|museum|trust|company|corporation|team|editors|staff|group|international|ltd|limited|inc|llc)\b|&|\band\b/i;

/** A name in title-page order and in sort order; accepts both forms. */
export function readName(text: string): { name: string; sortName: string } {
  const parts = text
    .split(",")
    .map((part) => part.trim())
    .filter(Boolean);
  const last = parts.at(-1);
  if (last !== undefined && parts.length > 1 && !corporate.test(text)) {
    const before = suffix.test(last) ? parts.slice(0, -1) : parts;
    const ending = before.length < parts.length ? `, ${last}` : "";
    const [surname, given] = before;
    if (before.length === 2) return { name: `${given} ${surname}${ending}`, sortName: `${before.join(", ")}${ending}` };
    if (surname !== undefined && before.length === 1) return { name: text, sortName: `${invert(surname)}${ending}` };
  }
  return { name: text, sortName: parts.length > 1 || corporate.test(text) ? text : invert(text) };
}

function invert(name: string): string {
  const words = name.split(" ");
  if (words.length < 2 || words.length > 6) return name;
  let family = words.length - 1;
  while (family > 1 && particles.has(words[family - 1]?.toLowerCase() ?? "")) family--;
  return `${words.slice(family).join(" ")}, ${words.slice(0, family).join(" ")}`;
}

function readIdentifiers(raw: RawContributor, mended: ReportCorrection): RecordContributor["identifiers"] {
  return (raw.identifiers ?? []).slice(0, 10).flatMap((identifier) => {
    const { scheme, value } = identifier;
    const written = value
      .slice(0, 200)
      .replace(/^https?:\/\/[^/]{1,100}\/(?:isni\/|viaf\/)?/i, "")
      .trim();
    if (scheme === "own") {
      const line = readLine(value, "identifier", 200);
      return "value" in line && line.value ? [{ ...identifier, value: line.value }] : [];
    }
    const digits = written.replace(/[\s-]/g, "").toUpperCase();
    if (scheme === "viaf" ? /^\d{1,22}$/.test(digits) : hasRightCheck(digits))
      return [{ ...identifier, value: digits }];
    reportLeftOut(mended, `${quote(value)} is no ${scheme.toUpperCase()}`);
    return [];
  });
}

/** ISNI and ORCID end in a check digit of ISO 7064, MOD 11-2. */
function hasRightCheck(digits: string): boolean {
  if (!/^\d{15}[\dX]$/.test(digits)) return false;
  let total = 0;
  for (const digit of digits.slice(0, 15)) total = (total + Number(digit)) * 2;
  const check = (12 - (total % 11)) % 11;
  return digits[15] === (check === 10 ? "X" : String(check));
}
