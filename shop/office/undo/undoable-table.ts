/** The rules for the undo of a table's rows: labels for people, and constraints. */
import type { Db } from "#db/connect.ts";
import type { Fields } from "#shop/kernel/audit-log/changed-fields.ts";
import type { Capability } from "#shop/people/staff/roles.ts";
import type { Services } from "#shop/services.ts";
import type { Thing } from "./thing.ts";

/** A row that an entry changed: with all columns if it was inserted or deleted, else with the changed ones. */
export interface RowChange {
  /** Its table. */
  kind: string;
  /** The columns of its primary key. */
  key: Fields;
  /** Null if the entry inserted it. */
  before: Fields | null;
  /** Null if the entry deleted it. */
  after: Fields | null;
}

/** A row after an undo, for checks and follow-up changes. */
export interface UndoneRow {
  key: Fields;
  /** Before the undo, and after it; null if there is no row. */
  from: Fields | null;
  to: Fields | null;
  /** Whether some fields of the row were changed since the entry and are kept. */
  isPartial: boolean;
}

/** A table whose rows are parts of things in another table: one field of the thing, inserted and deleted with it. */
export interface PartOf {
  kind: string;
  /** The column with the id of the thing. */
  by: string;
  /** Name of the field on the page, and the value shown for a row; without a name the field is not shown. */
  field?: string;
  shows?: (row: Fields) => unknown;
  /** What a restored thing lacks if this row cannot be inserted, such as "a category". */
  lost?: string;
}

/** Rules for one table; a trigger records the changed rows of each (`db/migrations/0111_undo_by_row_images.sql`). */
export interface UndoableTable {
  /** Capability that is required for the undo. */
  needs: Capability;
  /** Label of a row on the page of the entry; by column if its columns appear as separate things. */
  words: string | Record<string, string>;
  /** Kind of the thing that names the row, and the column with its id; without it the key is the name. */
  names?: { thing: Thing; by: string };
  /** The row in a sentence, such as "the author Premchand". */
  subject: (name: string, key: Fields) => string;
  /**
   * Names of columns and of tables of parts in sentences. Others are reverted without a mention; a table without labels
   * is never mentioned.
   */
  labels: Record<string, string>;
  /** Sentence that a field was changed since; by default "subject: label was changed since". */
  changedSince?: (name: string, label: string) => string;
  partOf?: PartOf;
  /** Numbers that other transactions change too: the undo reverts the difference. */
  counts?: string[];
  /** Set if the undo deletes an added row only while it is unchanged. */
  goesUnchanged?: true;
  /**
   * Values that do not conflict in a unique index, set for the time of the undo, so that two rows can swap their
   * values.
   */
  yields?: Fields;
  /**
   * Columns whose values in several rows belong together, such as the books at the top of home: all are reverted, or
   * none.
   */
  together?: Record<string, string>;
  /** By constraint: the columns that are kept if it is violated, and the reason. */
  refusals?: Record<string, { columns: string[]; why: (name: string) => string }>;
  /** The foreign key that fails if the thing of the row stays deleted. The sentence about that thing is then enough. */
  goesAlong?: string;
  /** Message if a row cannot be reverted and the whole undo must fail, such as copies whose delivery is deleted. */
  orNothing?: string;
  /**
   * Why a row stays if others refer to it. `instead` contains the values that the row gets instead of being deleted.
   */
  whyItStays?: string;
  instead?: Fields;
  /** Set if the undo sets `restored_at` of the rows, because the pages that show them then count as new. */
  isStamped?: true;
  /** Takes the locks that the table needs, until the transaction ends. */
  hold?: (tx: Db) => Promise<unknown>;
  /**
   * Called before inserts, and before deletions. The latter returns reasons of rows that stay, empty if another
   * sentence gives it.
   */
  beforeComing?: (tx: Db, rows: Fields[]) => Promise<void>;
  beforeGoing?: (tx: Db, ids: string[], at: Date) => Promise<Map<string, string>>;
  /**
   * Why a row is invalid; null if it is valid, empty if another sentence gives the reason. `isKept`: whether another
   * row stays.
   */
  fault?: (
    services: Services,
    row: UndoneRow,
    others: { at: Date; isKept: (kind: string, id: string) => boolean },
  ) => Promise<string | null>;
  /** Follow-up changes after all writes, such as names of covers. `changes` are all changes of the entry. */
  settle?: (tx: Db, rows: UndoneRow[], at: Date, changes: RowChange[]) => Promise<void>;
}

export type UndoableTables = Record<string, UndoableTable>;

/** The table of this kind. Throws if rows of this kind cannot be undone. */
export function tableOf(tables: UndoableTables, kind: string): UndoableTable {
  const table = tables[kind];
  if (!table) throw new Error(`Rows of ${kind} cannot be undone.`);
  return table;
}

/** The things to which the rows of a table of parts belong. */
export function partOfIn(tables: UndoableTables, kind: string): PartOf {
  const { partOf } = tableOf(tables, kind);
  if (!partOf) throw new Error(`Rows of ${kind} are not parts of a thing.`);
  return partOf;
}

/** Type guard for a column that holds an object, such as `field_origins`. */
export function isObject(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The origins of the fields of a row, if it has any. */
export function originsIn(row: Fields | null | undefined): Fields | undefined {
  return isObject(row?.field_origins) ? row.field_origins : undefined;
}

/** Rules for a table whose rows are shown with the things that they are parts of. */
export function partTable(kind: string, by: string, shown: Omit<PartOf, "kind" | "by"> = {}): UndoableTable {
  return { ...silentTable("books"), partOf: { kind, by, ...shown } };
}

/** Rules for a table whose rows are never shown. */
export function silentTable(needs: Capability, more: Partial<UndoableTable> = {}): UndoableTable {
  return { needs, words: "", subject: (name) => name, labels: {}, ...more };
}

/** Whether the rows of a table are never shown. */
export function isSilent({ labels }: UndoableTable): boolean {
  return Object.keys(labels).length === 0;
}

/** A key as text, such as `godan` or `godan hi`. */
export function keyText(key: Fields): string {
  return Object.values(key).map(String).join(" ");
}

export function idsOf(rows: Pick<UndoneRow, "key">[]): string[] {
  return rows.map(({ key }) => keyText(key));
}
