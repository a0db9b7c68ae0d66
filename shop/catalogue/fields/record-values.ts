/** How an edition is made. */
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
/** Empty where no file and no person has said it: then nothing is said of it. */
export type EditionFormat = BookFormat | "";

/** What a person did for a work. */
export const contributorRoles = ["author", "editor", "translator", "illustrator"] as const;
export type ContributorRole = (typeof contributorRoles)[number];

/** A day of which perhaps only the month or the year is known; the first of it then. */
export interface PublicationDay {
  /** ISO day. */
  day: string;
  precision: "day" | "month" | "year";
}

/** Whom a book is for. */
export const audiences = ["general", "children", "teenagers", "students", "scholars", "professionals"] as const;
export type Audience = (typeof audiences)[number];

/** Whether a copy can be had. */
export const availabilities = ["in-stock", "to-order", "forthcoming", "out-of-print"] as const;
export type Availability = (typeof availabilities)[number];

/** A class of GST. */
export const taxClassNames = ["exempt", "gst_0", "gst_5", "gst_18"] as const;
export type TaxClass = (typeof taxClassNames)[number];

/** A person or body of a record. */
export interface RecordContributor {
  /** As a title page has it: `Ursula K. Le Guin`. */
  name: string;
  /** As a catalogue sorts it: `Le Guin, Ursula K.` */
  sortName: string;
  role: ContributorRole;
  /** The same name in other scripts, one of each. */
  otherNames?: string[];
  identifiers: { scheme: "isni" | "orcid" | "viaf" | "own"; value: string }[];
  biography?: string;
}

/** An MRP from its ISO day on. */
export interface LaterMrp {
  beginsOn: string;
  mrpPaise: number;
}
