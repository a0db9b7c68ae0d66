/** ` by Premchand`, or nothing for a book of which nobody is named. */
export function byAuthor(author: string): string {
  return author && ` by ${author}`;
}
