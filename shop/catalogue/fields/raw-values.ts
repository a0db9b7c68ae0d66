import type { ContributorRole } from "./record-values.ts";

/** A person or organization, as a file names it. */
export interface RawContributor {
  /** In either order: `Le Guin, Ursula K.` or `Ursula K. Le Guin`. */
  name: string;
  /** `Le Guin, Ursula K.`, if the file gives it separately; then `name` is in title-page order. */
  sortName?: string;
  role: ContributorRole;
  /** The same name in other scripts. */
  otherNames?: string[];
  /** Identifiers that distinguish people with the same name, such as an ISNI. */
  identifiers?: { scheme: "isni" | "orcid" | "viaf" | "own"; value: string }[];
  biography?: string;
}

/** A work in another language, by the identifier of the feed. */
export interface NamedTranslation {
  reference: string;
  /** True if the record is a translation of this work, false for the reverse. */
  isOriginal: boolean;
}

/** An amount as written in the file; `currency` is absent if the file names none. */
export interface RawAmount {
  amount: string;
  currency?: string;
}

/** An amount with the ISO date on which it takes effect. */
export interface RawLaterAmount extends RawAmount {
  from: string;
}

/** A subject of a known scheme; `name` is the name or path of a category, as in spreadsheets. */
export interface RawSubject {
  scheme: "thema" | "bisac" | "bic" | "keyword" | "name";
  code: string;
}

/** A length or weight as written in the file. */
export interface RawMeasure {
  value: string;
  unit: "mm" | "cm" | "in" | "g" | "kg" | "oz" | "lb";
}

/** A series as written in the file. */
export interface RawSeries {
  name: string;
  position?: string;
}
