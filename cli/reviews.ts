import { shortMoment } from "#shop/kernel/dates/dates.ts";
import {
  findWrittenReview,
  hideReview,
  listWrittenReviews,
  featureReview,
  showReview,
  type ModeratedReview,
} from "#shop/people/reviews/moderate-review.server.ts";
import {
  hideReasonLabels,
  isHideReason,
  maxTestimonialLength,
  parseReviewNumber,
  reviewNumber,
  type ReviewState,
  type ReviewText,
} from "#shop/people/reviews/review.ts";
import { command, record, UsageError, type CommandContext } from "./command.ts";

const stateLabels: Record<ReviewState, string> = {
  published: "shown",
  waiting: "changed after you hid it, waits for you",
  refused: "hidden",
};

export const reviewsList = command({
  name: "reviews list",
  positionals: "",
  description: "Lists readers' reviews in full, newest first, at most 50. A changed review has a new number.",
  options: {
    waiting: { type: "boolean", description: "only those that wait for you" },
    hidden: { type: "boolean", description: "only those that you have hidden" },
  },
  async run({ services, options }) {
    const state = options.waiting === true ? "waiting" : options.hidden === true ? "refused" : null;
    const reviews = await listWrittenReviews(services.db, state);
    return {
      data: reviews.map((review) => ({ number: reviewNumber(review), ...review })),
      lines: reviews.length ? reviews.flatMap(asLines) : ["No reviews."],
    };
  },
});

export const reviewsHide = command({
  name: "reviews hide",
  positionals: "REVIEW REASON",
  description: `Hides a review and writes to its writer why: ${Object.keys(hideReasonLabels).join(", ")}. Not liking a book is no reason.`,
  options: {},
  example: "7 advertising",
  async run(context) {
    const [number, reason] = context.positionals;
    if (!isHideReason(reason)) {
      const reasons = Object.entries(hideReasonLabels).map(([name, label]) => `  ${name.padEnd(13)} ${label}`);
      throw new UsageError(["There are only these reasons:", ...reasons].join("\n"));
    }
    const review = await found(context);
    const entry = entryOf("hide", `Hid review ${context.positionals[0]} of ${review.book}.`, review);
    const isHidden = await record(
      context,
      ({ db }) => hideReview(db, review, reason),
      (isHidden) => (isHidden ? { ...entry, why: hideReasonLabels[reason] } : null),
    );
    if (!isHidden) {
      await found(context);
      throw new UsageError(`Review ${number} is hidden already.`);
    }
    return {
      data: { id: review.id, reason },
      lines: [`Review ${number} of ${review.book} is hidden; its writer gets an e-mail.`],
    };
  },
});

export const reviewsShow = command({
  name: "reviews show",
  positionals: "REVIEW",
  description: "Shows a review that is hidden or waits, and writes to its writer.",
  options: {},
  example: "7.2",
  async run(context) {
    const [number] = context.positionals;
    const review = await found(context);
    const entry = entryOf("show", `Showed review ${context.positionals[0]} of ${review.book}.`, review);
    const isShown = await record(
      context,
      ({ db }) => showReview(db, review),
      (isShown) => (isShown ? entry : null),
    );
    if (!isShown) {
      await found(context);
      throw new UsageError(`Review ${number} is shown already.`);
    }
    return {
      data: { id: review.id },
      lines: [
        `Review ${number} of ${review.book} is shown; its writer gets an e-mail.`,
        "",
        ...asLines({ ...review, state: "published" }),
      ],
    };
  },
});

export const reviewsPick = command({
  name: "reviews pick",
  positionals: "REVIEW PLACE",
  description:
    "Puts a review among those on the home page, at this place from 1 to 5, instead of the one that was there.",
  options: {},
  example: "7 1",
  async run(context) {
    const [number, written] = context.positionals;
    const review = await found(context);
    const place = Number(written);
    if (!/^[1-5]$/.test(written)) throw new UsageError("The place is a number from 1 to 5.");
    if (review.body.length > maxTestimonialLength)
      throw new UsageError(
        `Review ${number} has ${review.body.length} characters; at most ${maxTestimonialLength} have room on the home page.`,
      );
    const words = `Put review ${number} of ${review.book} on the home page, at place ${place}.`;
    const isThere = await record(
      context,
      ({ db }) => featureReview(db, review, place),
      (isThere) => (isThere ? entryOf("feature", words, review) : null),
    );
    if (!isThere) {
      await found(context);
      throw new UsageError(`Review ${number} is not shown, so it cannot be on the home page.`);
    }
    return {
      data: { id: review.id, place },
      lines: [`Review ${number} of ${review.book} is on the home page, at place ${place}.`],
    };
  },
});

/** What the record says of a review: by its number, and by no word of its reader's. */
function entryOf(act: string, words: string, { id, state }: ModeratedReview) {
  return { action: `people.${act}-review`, words, subject: `review ${id}`, before: { state } };
}

function asLines(review: ModeratedReview): string[] {
  const { book, bookId, rating, name, state, reason, featuredPosition, writtenAt, changedAt, former } = review;
  const about = [
    `${rating} of 5 by ${name}`,
    shortMoment(changedAt ?? writtenAt) + (changedAt ? ", changed" : ""),
    state === "refused" && reason ? `hidden: ${reason}` : stateLabels[state],
    ...(featuredPosition === null ? [] : [`place ${featuredPosition} on the home page`]),
  ];
  const wordsOf = ({ title, body }: ReviewText) => [title, ...body.split("\n")].filter((line) => line.trim() !== "");
  return [
    `${reviewNumber(review)}  ${book} (${bookId})`,
    `    ${about.join("; ")}`,
    ...wordsOf(review).map((line) => `    ${line}`),
    ...(former ? [`    Before it was changed: ${former.rating} of 5 by ${former.name}`] : []),
    ...(former ? wordsOf(former).map((line) => `      ${line}`) : []),
    "",
  ];
}

/** The review of this number, in the words that the bookseller has read. */
async function found({
  services,
  positionals: [word],
}: CommandContext<[string, ...string[]], unknown>): Promise<ModeratedReview> {
  const read = parseReviewNumber(word);
  const review = read && (await findWrittenReview(services.db, read.id));
  if (!review) throw new UsageError(`There is no review ${word}.`);
  if (review.version !== read.version) {
    throw new UsageError(
      [`These are its words now; its number is ${reviewNumber(review)}:`, ...asLines(review)].join("\n").trimEnd(),
    );
  }
  return review;
}
