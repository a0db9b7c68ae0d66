/** Reads the contributors of an ONIX product. */
import type { ContributorRole } from "#shop/catalogue/fields/record-values.ts";
import type { RawContributor } from "#shop/catalogue/fields/raw-values.ts";
import { all, textOf, type OnixElement } from "./element.ts";

/** List 17: authors, editors, translators and illustrators. Other roles, such as foreword or reader, are left out. */
const roles = new Map<string, ContributorRole[]>([
  ...forEach("A01 A02 A03 A04 A05 A06 A07 A08 A09 A10 A14 A38", ["author"]),
  ...forEach("A12 A35 A40", ["illustrator"]),
  ...forEach("B01 B11 B12 B13 B14 B15 C01 C02", ["editor"]),
  ...forEach("B06 B08", ["translator"]),
  ["B10", ["editor", "translator"]],
]);

function forEach(codes: string, role: ContributorRole[]): [string, ContributorRole[]][] {
  return codes.split(" ").map((code) => [code, role]);
}

/** List 44: identifiers that distinguish people with the same name. */
const identifierSchemes = new Map<string, "isni" | "orcid" | "own">([
  ["16", "isni"],
  ["21", "orcid"],
  ["01", "own"],
  ["02", "own"],
]);

/** List 19: names for contributors without a name. */
const unnamed = new Map([
  ["02", "Anonymous"],
  ["04", "Various authors"],
]);

/** The contributors of a product in title-page order; undefined if it names none. Reports those left out to `mend`. */
export function readContributors(
  detail: OnixElement,
  mend: (field: string, reason: string) => void,
): RawContributor[] | undefined {
  const listed = all(detail, "Contributor").map((element) => ({
    element,
    position: Number(textOf(element, "SequenceNumber") ?? Number.MAX_SAFE_INTEGER) || 0,
  }));
  const leftOut: string[] = [];
  const contributors = listed
    .sort((one, another) => one.position - another.position)
    .flatMap(({ element }) => readContributor(element, leftOut));
  if (leftOut.length > 0)
    mend("contributors", `Left out, because the shop does not store this role: ${leftOut.join("; ")}.`);
  return contributors.length > 0 ? contributors : undefined;
}

function readContributor(element: OnixElement, leftOut: string[]): RawContributor[] {
  const codes = all(element, "ContributorRole").map(({ text }) => text.trim());
  const named = readName(element);
  if (!named) {
    leftOut.push(`a person without a name (${codes.join(", ") || "no role"} in ONIX list 17)`);
    return [];
  }
  const found = new Set(codes.flatMap((code) => roles.get(code) ?? []));
  if (found.size === 0) leftOut.push(`${named.name} (${codes.join(", ") || "no role"} in ONIX list 17)`);
  const identifiers = readIdentifiers(element);
  const otherNames = readOtherNames(element);
  const biography = textOf(element, "BiographicalNote");
  return [...found].map((role) => ({
    ...named,
    role,
    ...(otherNames.length > 0 && { otherNames }),
    ...(identifiers.length > 0 && { identifiers }),
    ...(biography && { biography }),
  }));
}

/** The name as printed and, if the product contains it, the sort name. */
function readName(element: OnixElement): { name: string; sortName?: string } | undefined {
  const corporate = textOf(element, "CorporateName");
  const keyNames = textOf(element, "KeyNames");
  const before = textOf(element, "NamesBeforeKey");
  const prefix = textOf(element, "PrefixToKey");
  const parts = [before, prefix, keyNames, textOf(element, "NamesAfterKey"), textOf(element, "SuffixToKey")];
  const name = textOf(element, "PersonName") ?? (keyNames ? parts.filter(Boolean).join(" ") : undefined);
  const inverted = textOf(element, "PersonNameInverted");
  if (name) {
    const family = [prefix, keyNames].filter(Boolean).join(" ");
    const sortName = inverted ?? (keyNames && [family, before].filter(Boolean).join(", "));
    return sortName ? { name, sortName } : { name };
  }
  if (inverted) return { name: inverted };
  if (corporate) return { name: corporate, sortName: corporate };
  const anybody = unnamed.get(textOf(element, "UnnamedPersons") ?? "");
  return anybody ? { name: anybody, sortName: anybody } : undefined;
}

/** List 18: 05, the name in another script or language. */
function readOtherNames(element: OnixElement): string[] {
  return all(element, "AlternativeName")
    .filter((name) => textOf(name, "NameType") === "05")
    .flatMap((name) => readName(name)?.name ?? []);
}

function readIdentifiers(element: OnixElement): NonNullable<RawContributor["identifiers"]> {
  return [...all(element, "NameIdentifier"), ...all(element, "PersonNameIdentifier")].flatMap((identifier) => {
    const scheme = identifierSchemes.get(textOf(identifier, "NameIDType", "PersonNameIDType") ?? "");
    const value = textOf(identifier, "IDValue");
    if (!scheme || !value) return [];
    const typeName = textOf(identifier, "IDTypeName");
    return [{ scheme, value: scheme === "own" && typeName ? `${typeName}:${value}` : value }];
  });
}
