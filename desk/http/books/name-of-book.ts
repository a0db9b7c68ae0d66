/** The name of a book in a form field: its ISBN, else its id. */
export function nameOfBook({ id, isbn13 }: { id: string; isbn13: string | null }): string {
  return isbn13 ?? id;
}
