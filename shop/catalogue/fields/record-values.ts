/** The formats of editions. */
export const bookFormats = [
  "paperback",
  "hardback",
  "board-book",
  "spiral-bound",
  "boxed-set",
  "map",
  "calendar",
  "audio-cd",
  "stationery",
] as const;
export type BookFormat = (typeof bookFormats)[number];
/** Empty for an unknown format, which pages then leave out. */
export type EditionFormat = BookFormat | "";

/** The roles of a work's contributors. */
export const contributorRoles = ["author", "editor", "translator", "illustrator"] as const;
export type ContributorRole = (typeof contributorRoles)[number];

/** A publication date; if only month or year are known, the first day of it. */
export interface PublicationDay {
  /** ISO date. */
  day: string;
  precision: "day" | "month" | "year";
}

/** The target audiences of books. */
export const audiences = ["general", "children", "teenagers", "students", "scholars", "professionals"] as const;
export type Audience = (typeof audiences)[number];

/** Whether more copies can be supplied. */
export const availabilities = ["in-stock", "to-order", "forthcoming", "out-of-print"] as const;
export type Availability = (typeof availabilities)[number];

/** GST classes. */
export const taxClassNames = ["exempt", "gst_0", "gst_5", "gst_18"] as const;
export type TaxClass = (typeof taxClassNames)[number];

/** A person or organization of a record. */
export interface RecordContributor {
  /** In title-page order: `Ursula K. Le Guin`. */
  name: string;
  /** In sort order: `Le Guin, Ursula K.` */
  sortName: string;
  role: ContributorRole;
  /** The same name in other scripts, at most one in each. */
  otherNames?: string[];
  identifiers: { scheme: "isni" | "orcid" | "viaf" | "own"; value: string }[];
  biography?: string;
}

/** An announced MRP with the ISO date on which it takes effect. */
export interface LaterMrp {
  beginsOn: string;
  mrpPaise: number;
}
