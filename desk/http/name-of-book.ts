/** How a book is named in a form: by the ISBN printed on it, else by the last part of its address. */
export function nameOfBook({ id, isbn13 }: { id: string; isbn13: string | null }): string {
  return isbn13 ?? id;
}
