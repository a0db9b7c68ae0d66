import type { ContributorRole } from "#shop/catalogue/fields/record-values.ts";
import { foldText } from "#shop/kernel/text/fold-text.ts";
import { scriptOf } from "#shop/kernel/text/script-of.ts";

import type { RawContributor } from "#shop/catalogue/fields/raw-values.ts";

/** People of one cell, and those who were left out because the shop has no such role. */
export interface ReadContributors {
  contributors: RawContributor[];
  leftOut: string[];
}

/** What one comma in a cell of names means: `Premchand, Manto` or `Roy, Arundhati`. */
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

/** Roles people write into the cell which the shop does not keep. */
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

/** Words with which a surname of several words begins. */
const particle = /^(al|bin|da|de|del|della|den|der|di|dos|du|el|ibn|la|le|les|mac|san|santa|st\.?|ten|ter|van|von)$/i;

/** Initials, or a given name with initials after it: nobody's whole name, as `J. K.` and `Ursula K.`. */
const initials = /^(?:(\p{Lu}\.?[ -]?){1,4}|\S+ (\p{Lu}\.[ -]?){1,3})$/u;

/**
 * The people in a cell such as `A; B`, `A, B & C`, `Roy, Arundhati; Seth, Vikram` or `Tagore (author); Radice
 * (translator)`. Who has no role in brackets has the column's. `Bhisham Sahni (भीष्म साहनी)` is one name in two scripts.
 */
export function readContributors(cell: string, role: ContributorRole, order: NameOrder): ReadContributors {
  const contributors: RawContributor[] = [];
  const leftOut: string[] = [];
  for (const part of splitNames(cell, order)) {
    const { name: written, word } = splitRole(part);
    const { name, otherNames } = splitScripts(written);
    if (word !== undefined && otherRoles.has(word)) leftOut.push(part);
    // Of letters that were lost the check of the record tells.
    else if (/[\p{L}\p{N}\uFFFD]|\?\?/u.test(name))
      contributors.push({ name, role: (word && roles.get(word)) || role, ...(otherNames && { otherNames }) });
  }
  return { contributors, leftOut };
}

/** How a file writes names, told from some of its cells with one comma; the people's own order when they tell nothing. */
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

/** Parts between commas, those in brackets excepted: `Asha Rao (editor, translator)` is one. */
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

/** In a longer text no role is looked for: it is nobody's name. */
const maxName = 500;

/** A name, and the role that stands behind it in brackets or before it in words; folded, without a stop. */
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

/** A name, and the same in another script that stands behind it in brackets. */
function splitScripts(written: string): { name: string; otherNames?: string[] } {
  const bracket = written.length > maxName ? null : /^([^()[\]]+?)\s*[([]([^()[\]]+)[)\]]$/.exec(written);
  const [, name = "", other = ""] = bracket ?? [];
  const scripts = [scriptOf(name), scriptOf(other)];
  if (scripts.includes(null) || scripts[0] === scripts[1]) return { name: written };
  return { name, otherNames: [other.trim()] };
}

function roleWord(text: string): string {
  return foldText(text).replace(/\.$/, "");
}
