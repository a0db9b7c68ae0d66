/** The text that names a book in a form field: its ISBN, or its id if it has no ISBN. */
export function nameOfBook({ id, isbn13 }: { id: string; isbn13: string | null }): string {
  return isbn13 ?? id;
}
