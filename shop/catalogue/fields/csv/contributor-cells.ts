/** Parses CSV cells with names of people: separators, roles, the order of surnames, and names in two scripts. */
import type { ContributorRole } from "#shop/catalogue/fields/record-values.ts";
import { foldText } from "#shop/kernel/text/fold-text.ts";
import { detectScript } from "#shop/kernel/text/detect-script.ts";

import type { RawContributor } from "#shop/catalogue/fields/raw-values.ts";

/** The people of one cell, and those left out because the shop does not store their role. */
export interface ReadContributors {
  contributors: RawContributor[];
  leftOut: string[];
}

/**
 * How a cell with one comma is read: `given-first` as two people (`Premchand, Manto`), `surname-first` as one (`Roy,
 * Arundhati`).
 */
export type NameOrder = "given-first" | "surname-first";

const roleWords: Record<ContributorRole, string[]> = {
  author: ["author", "writer", "by"],
  translator: ["translator", "translated by", "translation", "trans", "tr", "transl"],
  illustrator: ["illustrator", "illustrated by", "illustrations", "illustrations by", "illus", "ill", "artist"],
  editor: ["editor", "edited by", "editors", "ed", "eds", "compiler", "compiled by"],
};

const roles = new Map(
  Object.entries(roleWords).flatMap(([role, words]) => words.map((word) => [word, role as ContributorRole])),
);

/** Roles in cells that the shop does not store. */
const otherRoles = new Set(
  ["foreword", "foreword by", "introduction", "introduction by", "preface", "afterword", "narrator", "reader"].concat([
    "read by",
    "photographer",
    "photographs by",
    "contributor",
    "cover design",
  ]),
);

const suffix = /^(jr|sr|ii|iii|iv|ph\.?d|m\.?d|esq)\.?$/i;

/** Words that begin a surname of several words. */
const particle = /^(al|bin|da|de|del|della|den|der|di|dos|du|el|ibn|la|le|les|mac|san|santa|st\.?|ten|ter|van|von)$/i;

/** Initials, or a given name with initials after it, such as `J. K.` and `Ursula K.`: not a complete name. */
const initials = /^(?:(\p{Lu}\.?[ -]?){1,4}|\S+ (\p{Lu}\.[ -]?){1,3})$/u;

/**
 * The people in a cell such as `A; B`, `A, B & C`, `Roy, Arundhati; Seth, Vikram` or `Tagore (author); Radice
 * (translator)`. Without a role in brackets the column's `role` applies. `Bhisham Sahni (भीष्म साहनी)` is one name in
 * two scripts.
 */
export function readContributors(cell: string, role: ContributorRole, order: NameOrder): ReadContributors {
  const contributors: RawContributor[] = [];
  const leftOut: string[] = [];
  for (const part of splitNames(cell, order)) {
    const { name: written, word } = splitRole(part);
    const { name, otherNames } = splitScripts(written);
    if (word !== undefined && otherRoles.has(word)) leftOut.push(part);
    // Names with lost letters are kept here, so that the check of the record reports them.
    else if (/[\p{L}\p{N}\uFFFD]|\?\?/u.test(name))
      contributors.push({ name, role: (word && roles.get(word)) || role, ...(otherNames && { otherNames }) });
  }
  return { contributors, leftOut };
}

/** Guesses the name order of a file from cells with one comma; given names first if this is unclear. */
export function guessNameOrder(cells: string[]): NameOrder {
  let surnameFirst = 0;
  let givenFirst = 0;
  for (const cell of cells) {
    if (/[;|&\n]/.test(cell)) continue;
    const parts = cell.split(",").map((part) => part.trim());
    const [first = "", second] = parts;
    if (parts.length !== 2 || second === undefined || suffix.test(second)) {
      if (parts.length > 2) givenFirst += 1;
    } else if (isFullName(first) && !initials.test(second)) givenFirst += 1;
    else surnameFirst += 1;
  }
  return surnameFirst > givenFirst ? "surname-first" : "given-first";
}

function splitNames(cell: string, order: NameOrder): string[] {
  const parts = split(cell, /[;|\n]/);
  if (parts.length > 1 || /[;|]/.test(cell)) return parts;
  return split(cell, /\s&\s/).flatMap((part) => splitCommas(part, order));
}

function splitCommas(text: string, order: NameOrder): string[] {
  const parts = joinSuffixes(splitOutsideBrackets(text));
  const last = parts.at(-1);
  if (parts.length < 2 || last === undefined) return parts;
  if (parts.length === 2 && (order === "surname-first" || initials.test(last))) return [parts.join(", ")];
  return [...parts.slice(0, -1), ...split(last.replace(/^and\s+/i, ""), /\s+and\s+/i)];
}

function isFullName(text: string): boolean {
  const space = text.indexOf(" ");
  return space >= 0 && !particle.test(text.slice(0, space));
}

function joinSuffixes(parts: string[]): string[] {
  const joined: string[] = [];
  for (const part of parts) {
    if (suffix.test(part) && joined.length > 0) joined[joined.length - 1] += `, ${part}`;
    else joined.push(part);
  }
  return joined;
}

/** Splits at commas outside brackets: `Asha Rao (editor, translator)` is one part. */
function splitOutsideBrackets(text: string): string[] {
  const parts = [""];
  let depth = 0;
  for (const piece of text.split(/([,()])/)) {
    if (piece === "(") depth += 1;
    if (piece === ")") depth = Math.max(0, depth - 1);
    if (piece === "," && depth === 0) parts.push("");
    else parts[parts.length - 1] += piece;
  }
  return parts.map((part) => part.trim()).filter((part) => part !== "");
}

function split(text: string, by: RegExp): string[] {
  return text
    .split(by)
    .map((part) => part.trim())
    .filter((part) => part !== "");
}

/** The maximum length of a name in characters; longer texts are not searched for a role. */
const maxName = 500;

/** A name and the role after it in brackets or before it in words; the role is folded, without a full stop. */
function splitRole(part: string): { name: string; word?: string } {
  if (part.length > maxName) return { name: part };
  const [, name, inBrackets] = /^(.*?)\s*[([]([^()[\]]*)[)\]]$/s.exec(part) ?? [];
  if (name !== undefined && inBrackets !== undefined) {
    const word = roleWord(inBrackets);
    if (roles.has(word) || otherRoles.has(word)) return { name, word };
  }
  const [, role, named] =
    /^(translated by|illustrated by|illustrations by|edited by|compiled by|foreword by|introduction by|by)\s+(.+)$/is.exec(
      part,
    ) ?? [];
  return role !== undefined && named !== undefined ? { name: named, word: roleWord(role) } : { name: part };
}

/** A name, and its form in another script in brackets after it. */
function splitScripts(written: string): { name: string; otherNames?: string[] } {
  const bracket = written.length > maxName ? null : /^([^()[\]]+?)\s*[([]([^()[\]]+)[)\]]$/.exec(written);
  const [, name = "", other = ""] = bracket ?? [];
  const scripts = [detectScript(name), detectScript(other)];
  if (scripts.includes(null) || scripts[0] === scripts[1]) return { name: written };
  return { name, otherNames: [other.trim()] };
}

function roleWord(text: string): string {
  return foldText(text).replace(/\.$/, "");
}
