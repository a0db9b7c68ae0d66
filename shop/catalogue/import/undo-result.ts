/** The result of undoing an import: rows of all kinds, and the books among them. */
export interface UndoResult {
  /** Rows that the import had added and that were deleted. */
  removed: number;
  /** Rows that the import had changed and that were restored. */
  restored: number;
  books: { removed: number; restored: number };
  /** What was not undone, with the reason, one sentence each. */
  left: string[];
}
