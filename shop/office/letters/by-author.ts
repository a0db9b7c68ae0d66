/** ` by Premchand`, or nothing for a book without an author. */
export function byAuthor(author: string): string {
  return author && ` by ${author}`;
}
