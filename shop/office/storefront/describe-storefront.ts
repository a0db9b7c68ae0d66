import { maxTestimonialLength, parseReviewNumber } from "#shop/people/reviews/review.ts";
import type { Storefront } from "./storefront.ts";
import type { StorefrontFacts, StorefrontReview } from "./storefront-facts.ts";

/** Describes the choices of a window that the home page will not show, a sentence for each. */
export function describeHiddenChoices(window: Storefront, facts: StorefrontFacts): string[] {
  const books = [...new Set([...window.featured, ...window.recommended])].map((workId) => {
    const book = facts.books.find((one) => one.workId === workId);
    if (!book) return "A chosen book is not in the shop any more: the next one is shown instead.";
    return book.canBeHad ? null : `${book.title} cannot be bought now: the next book is shown instead.`;
  });
  const codes = window.codes.map((code) => {
    const known = facts.codes.find((one) => one.code === code);
    if (!known) return `There is no code ${code} any more.`;
    if (known.isOver) return `The code ${code} has ended, so the home page does not announce it.`;
    return known.isStarted ? null : `The code ${code} has not begun, so the home page does not announce it yet.`;
  });
  const lists = window.lists.map((id) => {
    const list = facts.lists.find((one) => one.id === id);
    if (!list) return "A chosen reading list was removed: the next one is shown instead.";
    return list.shown > 0 ? null : `“${list.title}” has no book that readers see: the next list is shown instead.`;
  });
  const reviews = window.testimonials.map((number) => describeReviewProblem(number, facts.reviews));
  return [...books, ...codes, ...lists, ...reviews].flatMap((words) => words ?? []);
}

/** Why a review cannot be a testimonial, in a sentence; null when it can. */
export function describeReviewProblem(number: string, reviews: StorefrontReview[]): string | null {
  const named = parseReviewNumber(number);
  const review = reviews.find(({ id }) => id === named?.id);
  if (!named || !review) return `There is no review ${number}.`;
  const which = `The review by ${review.name}`;
  if (!review.isShown) return `${which} is hidden, so the home page does not show it.`;
  if (review.version !== named.version)
    return `${which} was changed by its reader, so the home page does not show it. Read it again under Reviews.`;
  if (review.length > maxTestimonialLength)
    return `${which} has ${review.length.toLocaleString("en-IN")} characters; the home page shows at most ${maxTestimonialLength}.`;
  return null;
}
