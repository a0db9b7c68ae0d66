import { maxTestimonialLength, parseReviewNumber } from "#shop/reviews/review.ts";
import type { ShopWindow } from "./shop-window.ts";
import type { WindowFacts, WindowReview } from "./window-facts.ts";

/** What of a window readers will not see as it was chosen, each in a sentence. */
export function whatGivesWay(window: ShopWindow, facts: WindowFacts): string[] {
  const books = [...new Set([...window.featured, ...window.recommended])].map((workId) => {
    const book = facts.books.find((one) => one.workId === workId);
    if (!book) return "A chosen book is not in the shop any more: the next one stands in its place.";
    return book.canBeHad ? null : `${book.title} cannot be had now: the next book stands in its place.`;
  });
  const codes = window.codes.map((code) => {
    const known = facts.codes.find((one) => one.code === code);
    if (!known) return `There is no code ${code} any more.`;
    if (known.isOver) return `The code ${code} has ended, so home does not tell of it.`;
    return known.isStarted ? null : `The code ${code} has not begun, so home does not tell of it yet.`;
  });
  const lists = window.lists.map((id) => {
    const list = facts.lists.find((one) => one.id === id);
    if (!list) return "A chosen reading list was removed: the next one stands in its place.";
    return list.shown > 0 ? null : `“${list.title}” has no book that readers see: the next list stands in its place.`;
  });
  const reviews = window.testimonials.map((number) => faultOfReview(number, facts.reviews));
  return [...books, ...codes, ...lists, ...reviews].flatMap((words) => words ?? []);
}

/** Why a review cannot be a testimonial, in a sentence; null when it can. */
export function faultOfReview(number: string, reviews: WindowReview[]): string | null {
  const named = parseReviewNumber(number);
  const review = reviews.find(({ id }) => id === named?.id);
  if (!named || !review) return `There is no review ${number}.`;
  if (!review.isShown) return `Review ${number} is hidden, so home does not show it.`;
  if (review.version !== named.version)
    return `Review ${number} has other words by now, so home does not show it. Read it again under Reviews.`;
  if (review.length > maxTestimonialLength)
    return `Review ${number} has ${review.length.toLocaleString("en-IN")} characters; at most ${maxTestimonialLength} have room on home.`;
  return null;
}
