import type { ContributorRole } from "./record-values.ts";

/** A person or body as a file names them. */
export interface RawContributor {
  /** `Le Guin, Ursula K.` as well as `Ursula K. Le Guin`. */
  name: string;
  /** `Le Guin, Ursula K.`, where the file gives it next to the name; `name` is then in the order of a title page. */
  sortName?: string;
  role: ContributorRole;
  /** The same name in other scripts. */
  otherNames?: string[];
  /** Identifiers that distinguish people of the same name, such as an ISNI. */
  identifiers?: { scheme: "isni" | "orcid" | "viaf" | "own"; value: string }[];
  biography?: string;
}

/** A work in another language, by the feed's own identifier. */
export interface NamedTranslation {
  reference: string;
  /** This one was translated from it; otherwise it was translated from this one. */
  isOriginal: boolean;
}

/** An amount as written in the file; `currency` is absent where the file names none. */
export interface RawAmount {
  amount: string;
  currency?: string;
}

/** An amount that holds from this ISO day on. */
export interface RawLaterAmount extends RawAmount {
  from: string;
}

/** A subject of a known scheme; `name` is a category by its name, as spreadsheets have it. */
export interface RawSubject {
  scheme: "thema" | "bisac" | "bic" | "keyword" | "name";
  code: string;
}

/** A length or a weight as written in the file. */
export interface RawMeasure {
  value: string;
  unit: "mm" | "cm" | "in" | "g" | "kg" | "oz" | "lb";
}

/** A series as written in the file. */
export interface RawSeries {
  name: string;
  position?: string;
}
