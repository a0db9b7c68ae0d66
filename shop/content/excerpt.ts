/** The first pages of a book, to be read before it is bought. */
export interface Excerpt {
  /** Where in the book they stand, such as `The first two chapters`. */
  from: string;
  chapters: { title: string; paragraphs: string[] }[];
}
