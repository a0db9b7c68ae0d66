/** What an undone import came to: rows of all kinds, and of them the books. */
export interface UndoResult {
  /** Rows that the import had added and that are gone. */
  removed: number;
  /** Rows that the import had changed and that are as they were. */
  restored: number;
  books: { removed: number; restored: number };
  /** What stays although the import brought it, and why: one sentence each. */
  left: string[];
}
