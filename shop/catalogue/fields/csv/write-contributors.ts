import { contributorRoles, type ContributorRole } from "#shop/catalogue/fields/record-values.ts";
import type { RawContributor } from "#shop/catalogue/fields/raw-values.ts";
import { escapeReferences } from "./escape-references.ts";

/**
 * The cell of a role's column. If separate columns would lose the order of the people, the authors' column contains all
 * of them, each with the role in brackets.
 */
export function writeContributors(contributors: RawContributor[], role: ContributorRole): string {
  if (!isInOrder(contributors))
    return role === "author" ? writeNames(contributors.map((one) => `${one.name} (${one.role})`)) : "";
  return writeNames(contributors.filter((one) => one.role === role).map(({ name }) => name));
}

/** Whether the order of people is the order in which an import reads the columns. */
function isInOrder(contributors: RawContributor[]): boolean {
  const places = contributors.map(({ role }) => contributorRoles.indexOf(role));
  return places.every((place, index) => index === 0 || place >= (places[index - 1] ?? 0));
}

/** A trailing semicolon makes commas and `and` part of a name. */
function writeNames(names: string[]): string {
  const cell = names.map(escapeReferences).join("; ");
  return names.length > 1 || /[,&]|\band\b/i.test(cell) ? `${cell};` : cell;
}
