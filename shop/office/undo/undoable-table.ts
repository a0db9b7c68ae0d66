/** How rows of a table are undone: what a person calls them, and what has to hold. */
import type { Db } from "#db/connect.ts";
import type { Fields } from "#shop/kernel/audit-log/changed-fields.ts";
import type { Capability } from "#shop/people/staff/roles.ts";
import type { Services } from "#shop/services.ts";
import type { Thing } from "./thing.ts";

/** A row that an entry of the record changed: with all its columns where it came or went, else with those that changed. */
export interface RowChange {
  /** Its table. */
  kind: string;
  /** The columns of its primary key. */
  key: Fields;
  /** Null when it was not there. */
  before: Fields | null;
  /** Null when it is not there any more. */
  after: Fields | null;
}

/** A row after an undo, for what has to hold and what follows. */
export interface UndoneRow {
  key: Fields;
  /** Before the undo, and now; null where there is none. */
  from: Fields | null;
  to: Fields | null;
  /** Something of it was changed since and stays. */
  isPartial: boolean;
}

/** A table of rows that are parts of things in another table: they are one field of the thing, and come and go with it. */
export interface PartOf {
  kind: string;
  /** The column that names the thing. */
  by: string;
  /** What the field is called on the page, and what of a row is shown there; not shown without a name. */
  field?: string;
  shows?: (row: Fields) => unknown;
  /** What a thing lacks that came back without such a row, such as "a category". */
  lost?: string;
}

/** A trigger of the database notes the rows of each of these tables (`db/migrations/0111_undo_by_row_images.sql`). */
export interface UndoableTable {
  /** What whoever undoes it must be allowed. */
  needs: Capability;
  /** What a row is, on the page of the entry; by column where its columns are several things to a person. */
  words: string | Record<string, string>;
  /** What names it: a thing by the id in this column. Else its key does. */
  names?: { thing: Thing; by: string };
  /** Its name in a sentence, such as "the author Premchand". */
  subject: (name: string, key: Fields) => string;
  /** Columns and tables of parts as a sentence calls them. Others are written back too, but not spoken of, as is a table without any. */
  labels: Record<string, string>;
  /** Says that a field was changed since; unless given, "subject: label was changed since". */
  changedSince?: (name: string, label: string) => string;
  partOf?: PartOf;
  /** Numbers that others change meanwhile: the difference is undone. */
  counts?: string[];
  /** A row that came goes only while it is as it was made. */
  goesUnchanged?: true;
  /** Values that free a place in a unique index, so that two rows can change places. */
  yields?: Fields;
  /** Columns of several rows that hold one thing together, such as the books at the top of home: all go back, or none. */
  together?: Record<string, string>;
  /** Columns that stay when this constraint refuses them, and why. */
  refusals?: Record<string, { columns: string[]; why: (name: string) => string }>;
  /** The foreign key that refuses a row whose thing stays deleted: what is said of the thing is enough. */
  goesAlong?: string;
  /** The message when a row cannot be undone and then nothing may be, such as copies whose delivery is gone. */
  orNothing?: string;
  /** Why a row stays that something else names; `instead` is what it gets in place of going. */
  whyItStays?: string;
  instead?: Fields;
  /** Its rows say in `restored_at` when they were last undone, as pages that show them are new then. */
  isStamped?: true;
  /** Keeps others away until the transaction ends. */
  hold?: (tx: Db) => Promise<unknown>;
  /** Is called before rows come, and before they go. The latter answers why some stay, empty where another sentence says it. */
  beforeComing?: (tx: Db, rows: Fields[]) => Promise<void>;
  beforeGoing?: (tx: Db, ids: string[], at: Date) => Promise<Map<string, string>>;
  /** Why a row cannot be so; null when it can, and empty when another sentence says it. `isKept`: something else stays. */
  fault?: (
    services: Services,
    row: UndoneRow,
    others: { at: Date; isKept: (kind: string, id: string) => boolean },
  ) => Promise<string | null>;
  /** What follows when everything is written, such as the names of covers. `changes` is all that the entry had changed. */
  settle?: (tx: Db, rows: UndoneRow[], at: Date, changes: RowChange[]) => Promise<void>;
}

export type UndoableTables = Record<string, UndoableTable>;

/** A table of whose rows people are told by the things that they are parts of. */
export function partTable(kind: string, by: string, shown: Omit<PartOf, "kind" | "by"> = {}): UndoableTable {
  return { ...silentTable("books"), partOf: { kind, by, ...shown } };
}

/** A table of whose rows people are told nothing. */
export function silentTable(needs: Capability, more: Partial<UndoableTable> = {}): UndoableTable {
  return { needs, words: "", subject: (name) => name, labels: {}, ...more };
}

/** Whether people hear of a table's rows. */
export function isSilent({ labels }: UndoableTable): boolean {
  return Object.keys(labels).length === 0;
}

/** A key as text, such as `godan` or `godan hi`. */
export function keyText(key: Fields): string {
  return Object.values(key).map(String).join(" ");
}

/** The ids of rows. */
export function idsOf(rows: Pick<UndoneRow, "key">[]): string[] {
  return rows.map(({ key }) => keyText(key));
}
