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
  /** When its writer last changed it; null when it is as it was first written. */
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
  /** How many gave five stars, four, three, two, one. */
  countsByStars: [number, number, number, number, number];
  /** What readers of this shop gave, without samples and what the catalogue brought: all that search engines are told. */
  byReaders: { rating: number; count: number } | null;
}

/** A review that the bookseller features on the home page; `book` is null when it is about the shop itself. */
export interface Testimonial extends Review {
  book: { id: string; title: string; language: string } | null;
}

/** A published review of four stars or five. */
export interface BestReview extends Pick<Review, "body" | "name" | "isSample"> {
  bookId: string;
}

/** What a reader fills in. */
export interface ReviewText {
  /** 1 to 5. */
  rating: number;
  /** May be empty. */
  title: string;
  body: string;
  name: string;
}

/** `waiting`: it was hidden, then changed, and the bookseller has not looked yet. `refused`: hidden. */
export type ReviewState = "published" | "waiting" | "refused";

/** A reader's own review, with what became of it. */
export interface OwnReview extends ReviewText {
  state: ReviewState;
  /** Why it is hidden; null when it is not. */
  reason: HideReason | null;
}

/** Most characters of each part. */
export const reviewLimits = { title: 120, body: 4000, name: 40 } as const;

/** Most characters of a review that is featured: home sets it in a loud voice. */
export const maxTestimonialLength = 600;

/** Why a review is not shown; never that it is negative. */
const hideReasons = ["abuse", "private", "advertising", "other-matter", "copied", "unlawful"] as const;

export type HideReason = (typeof hideReasons)[number];

/** Every reason for which a review is not shown, as its writer reads it. (IS 19000:2022) */
export const hideReasonLabels: Record<HideReason, string> = {
  abuse: "It insults or threatens somebody.",
  private: "It names a private person, or gives an address or a phone number.",
  advertising: "It advertises something, or was paid for.",
  "other-matter":
    "It is not about the book, but about something else, such as a parcel. For that, write to us: we put it right.",
  copied: "It copies somebody else’s words.",
  unlawful: "The law does not allow us to show it.",
};

/** Whether a word is one of the reasons. */
export function isHideReason(word: string): word is HideReason {
  return Object.hasOwn(hideReasonLabels, word);
}

/** A review as somebody has read it: one of its versions, from 1. */
export interface ReadReview {
  id: number;
  version: number;
}

/** The number of a review: `7` as it was first written, `7.2` once it was changed. */
export function reviewNumber({ id, version }: ReadReview): string {
  return version === 1 ? String(id) : `${id}.${version}`;
}

/** Reads such a number; null when it is none. */
export function parseReviewNumber(number: string): ReadReview | null {
  const [, id, version = "1"] = /^([1-9]\d{0,14})(?:\.([1-9]\d{0,8}))?$/.exec(number) ?? [];
  return id ? { id: Number(id), version: Number(version) } : null;
}

/** The name a reader is shown by unless they choose another: the first, and the letter the last begins with. */
export function shownName(name: string): string {
  const words = name.trim().split(/\s+/);
  const last = words.length > 1 ? (words.at(-1) ?? "") : "";
  const letter = [...new Intl.Segmenter("en").segment(last)][0]?.segment ?? "";
  return `${words[0]!}${letter && ` ${letter}.`}`.slice(0, reviewLimits.name);
}
