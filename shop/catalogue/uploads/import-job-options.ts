import type { ColumnMap } from "#shop/catalogue/import/csv/columns.ts";

/** How an uploaded file is imported, as chosen in its form; absent options are detected or not applied. */
export interface ImportJobOptions {
  /** Which column fills which field. */
  columns?: ColumnMap;
  /** The sheet of a workbook. */
  sheet?: string;
  /** Identifies the columns of the file, so that the next file with the same ones is read in the same way. */
  columnsHash?: string;
  /** The name of the earlier file from which these options are. */
  like?: string;
  /** The sender, such as `penguin`; references in the file are unique per source. */
  source?: string;
  /** The shop's discount off the MRP, in percent, for records without a price of the shop. */
  discountPercent?: number;
  /** MRP in paise of new books whose record has no price. */
  defaultMrpPaise?: number;
  /** Copies of new books whose record has no stock. */
  defaultCopies?: number;
  /** Whether copies of the file replace those of books that the shop has, or are added; otherwise they are ignored. */
  knownCopies?: "set" | "add";
  /** Rupees per unit of each other currency. */
  exchangeRates?: Record<string, number>;
  /**
   * Whether to import titles even if a person set the current title, or the ISBN belongs to another book of the shop.
   */
  takesTitles?: boolean;
  /** Whether to replace the shop's titles by titles in capitals. */
  takesCapitals?: boolean;
  /** Whether to write titles, people and new categories in capitals with small letters. */
  lowersCapitals?: boolean;
  /** The language of new books with titles in Devanagari, if the file gives none; by default Hindi. */
  devanagariLanguage?: string;
  /** Whether to create categories that the shop does not have; otherwise they are ignored. */
  takesNewCategories?: boolean;
  /**
   * For category names of the file: the id of the shop's category that they mean, null to create them, or an empty text
   * to leave them out.
   */
  categories?: Record<string, string | null>;
  /** Whether to import a till's file even if it is the one that was imported last. */
  isAgain?: boolean;
}

/** The result of an import job, for its report. */
export interface ImportJobResult {
  /** Labels and numbers, in the order in which the report shows them. */
  counts: [label: string, count: number][];
  notes: string[];
  /**
   * The name of the CSV file in the job's folder that lists refused, corrected or skipped rows; null if there is none.
   */
  report: string | null;
}
