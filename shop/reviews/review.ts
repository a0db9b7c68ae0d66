/** What a reader made of a book. */
export interface Review {
  id: number;
  /** As the reader wants to be called. */
  name: string;
  /** 1 to 5. */
  rating: number;
  /** May be empty. */
  title: string;
  body: string;
  /** The reader bought the book here. */
  isVerified: boolean;
  /** Written for the demonstration catalogue; say so where it is shown. */
  isSample: boolean;
  createdAt: Date;
}

/** One page of a book's reviews. */
export interface ReviewPage {
  reviews: Review[];
  /** From 1. */
  page: number;
  pages: number;
  /** All reviews of the book. */
  count: number;
  /** How many gave five stars, four, three, two, one. */
  countsByStars: [number, number, number, number, number];
}

/** A review that the bookseller put in the window; `book` is null when it is about the shop itself. */
export interface Testimonial extends Review {
  book: { id: string; title: string; language: string } | null;
}
