import { z } from "zod";

import { readForm } from "#desk/http/read-form.ts";
import {
  findWrittenReview,
  hideReview,
  showReview,
  type ModeratedReview,
} from "#shop/people/reviews/moderate-review.server.ts";
import { hideReasonLabels, isHideReason, parseReviewNumber, reviewNumber } from "#shop/people/reviews/review.ts";
import type { Services } from "#shop/services.ts";
import { ActionRefused, deskAction } from "#shop/people/staff/run-action.server.ts";

const ofSellers = { needs: "people", proof: "passkey" } as const;
const reviewField = z.string().refine((given) => parseReviewNumber(given) !== null, "Choose a review.");

/** Hides a review, and sends the reason to its author by letter. */
export const hideFromDesk = deskAction({
  name: "people.hide-review",
  does: "hide a review",
  cannotUndo: "the reader gets a letter; the review can be shown again on the same page",
  ...ofSellers,
  read: (form) =>
    readForm(form, z.object({ review: reviewField, reason: z.string().refine(isHideReason, "Choose a reason.") })),
  async run({ services }, { review: number, reason }) {
    const review = await findAsRead(services, number);
    if (!(await hideReview(services.db, review, reason)))
      throw new ActionRefused("This review is already hidden, or its text has just changed.");
    const { subject, before } = entryOf(review);
    const words = `Hid review ${number} of ${review.book}.`;
    return {
      answer: `The review of ${review.book} is hidden; the reader gets an e-mail with the reason.`,
      entry: { action: "people.hide-review", words, subject, before, why: hideReasonLabels[reason] },
    };
  },
});

/** Shows a hidden or waiting review, and informs its author by letter. */
export const showFromDesk = deskAction({
  name: "people.show-review",
  does: "show a review",
  cannotUndo: "the reader gets a letter; the review can be hidden again on the same page",
  ...ofSellers,
  read: (form) => readForm(form, z.object({ review: reviewField })),
  async run({ services }, { review: number }) {
    const review = await findAsRead(services, number);
    if (!(await showReview(services.db, review)))
      throw new ActionRefused("This review is already shown, or its text has just changed.");
    return {
      answer: `The review of ${review.book} is shown; the reader gets an e-mail.`,
      entry: {
        action: "people.show-review",
        words: `Showed review ${number} of ${review.book}.`,
        ...entryOf(review),
      },
    };
  },
});

export const reviewActions = [hideFromDesk, showFromDesk] as const;

/** Optimistic lock: finds the review, and throws if its text has changed since the page was loaded. */
async function findAsRead({ db }: Services, number: string): Promise<ModeratedReview> {
  const read = parseReviewNumber(number);
  const review = read && (await findWrittenReview(db, read.id));
  if (!read || !review) throw new ActionRefused("This review no longer exists: the reader has deleted it.");
  if (review.version !== read.version)
    throw new ActionRefused(
      `The reader changed this review meanwhile. Read it again below: its number is now ${reviewNumber(review)}.`,
    );
  return review;
}

/** The audit log entry of a review. It contains the number and state of the review, but not the reader's text. */
function entryOf({ id, state }: ModeratedReview) {
  return { subject: `review ${id}`, before: { state } };
}
