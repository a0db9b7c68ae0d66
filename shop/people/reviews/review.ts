/** The types of reviews, the reasons for hiding them, and their numbers and names. */
import { splitGraphemes } from "#shop/kernel/text/split-graphemes.ts";

/** A review of a book. */
export interface Review {
  id: number;
  /** The name that the reader chose. */
  name: string;
  /** 1 to 5. */
  rating: number;
  /** May be empty. */
  title: string;
  body: string;
  /** Whether the reader bought the book here. */
  isVerified: boolean;
  /** Whether the review was written for the demonstration; pages must label it as a sample. */
  isSample: boolean;
  createdAt: Date;
  /** Time of the last change; null if never changed. */
  changedAt: Date | null;
}

/** One page of a book's reviews. */
export interface ReviewPage {
  reviews: Review[];
  /** From 1. */
  page: number;
  pages: number;
  /** All reviews of the book. */
  count: number;
  /** Numbers of reviews with five, four, three, two and one stars. */
  countsByStars: [number, number, number, number, number];
  /**
   * Ratings by readers of this shop only, without samples and ratings from catalogues: search engines get only these.
   */
  byReaders: { rating: number; count: number } | null;
}

/** A review that the bookseller features on the home page; `book` is null for a review of the shop. */
export interface Testimonial extends Review {
  book: { id: string; title: string; language: string } | null;
}

/** A published review with four or five stars. */
export interface BestReview extends Pick<Review, "body" | "name" | "isSample"> {
  bookId: string;
}

/** The fields of the review form. */
export interface ReviewText {
  /** 1 to 5. */
  rating: number;
  /** May be empty. */
  title: string;
  body: string;
  name: string;
}

/** `waiting`: hidden, then changed by the reader, and not moderated since. `refused`: hidden. */
export type ReviewState = "published" | "waiting" | "refused";

/** A reader's own review, with its state. */
export interface OwnReview extends ReviewText {
  state: ReviewState;
  /** The reason for hiding it; null if it is not hidden. */
  reason: HideReason | null;
}

/** The maximum number of characters of each part. */
export const reviewLimits = { title: 120, body: 4000, name: 40 } as const;

/** The maximum number of characters of a featured review, which the home page sets in large type. */
export const maxTestimonialLength = 600;

/** Reasons for hiding a review; a negative opinion is none. */
const hideReasons = ["abuse", "private", "advertising", "other-matter", "copied", "unlawful"] as const;

export type HideReason = (typeof hideReasons)[number];

/** The text of each reason for the review's writer (IS 19000:2022). */
export const hideReasonLabels: Record<HideReason, string> = {
  abuse: "It insults or threatens somebody.",
  private: "It names a private person, or gives an address or a phone number.",
  advertising: "It advertises something, or was paid for.",
  "other-matter":
    "It is not about the book, but about something else, such as a parcel. For that, write to us: we put it right.",
  copied: "It copies somebody else’s words.",
  unlawful: "The law does not allow us to show it.",
};

/** Type guard for a reason. */
export function isHideReason(word: string): word is HideReason {
  return Object.hasOwn(hideReasonLabels, word);
}

/** A version of a review, counted from 1. */
export interface ReadReview {
  id: number;
  version: number;
}

/** The number of a review: `7` for the first version, `7.2` for the second. */
export function reviewNumber({ id, version }: ReadReview): string {
  return version === 1 ? String(id) : `${id}.${version}`;
}

/** Parses the number of a review; null if it is none. */
export function parseReviewNumber(number: string): ReadReview | null {
  const [, id, version = "1"] = /^([1-9]\d{0,14})(?:\.([1-9]\d{0,8}))?$/.exec(number) ?? [];
  return id ? { id: Number(id), version: Number(version) } : null;
}

/** The default name of a review: first name and initial of the last name. */
export function shownName(name: string): string {
  const words = name.trim().split(/\s+/);
  const last = words.length > 1 ? (words.at(-1) ?? "") : "";
  const letter = splitGraphemes(last)[0] ?? "";
  return `${words[0]}${letter && ` ${letter}.`}`.slice(0, reviewLimits.name);
}
