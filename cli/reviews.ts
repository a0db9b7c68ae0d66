import { shortMoment } from "#shop/dates/dates.ts";
import {
  findWrittenReview,
  hideReview,
  listWrittenReviews,
  featureReview,
  showReview,
  type ModeratedReview,
} from "#shop/reviews/moderate-review.server.ts";
import {
  hideReasonLabels,
  parseReviewNumber,
  reviewNumber,
  type HideReason,
  type ReviewState,
} from "#shop/reviews/review.ts";
import { UsageError, type CommandContext, type Command } from "./command.ts";

const stateLabels: Record<ReviewState, string> = {
  published: "shown",
  waiting: "changed after you hid it, waits for you",
  refused: "hidden",
};

export const reviewsList: Command = {
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
};

export const reviewsHide: Command = {
  name: "reviews hide",
  positionals: "REVIEW REASON",
  description: `Hides a review and writes to its reader why: ${Object.keys(hideReasonLabels).join(", ")}. Not liking a book is no reason.`,
  options: {},
  example: "7 advertising",
  async run(context) {
    const reason = context.positionals[1] as HideReason;
    if (!Object.hasOwn(hideReasonLabels, reason)) {
      const reasons = Object.entries(hideReasonLabels).map(([name, label]) => `  ${name.padEnd(13)} ${label}`);
      throw new UsageError(["There are only these reasons:", ...reasons].join("\n"));
    }
    const review = await found(context);
    if (!(await hideReview(context.services.db, review, reason))) {
      await found(context);
      throw new UsageError(`Review ${context.positionals[0]} is hidden already.`);
    }
    return {
      data: { id: review.id, reason },
      lines: [`Review ${context.positionals[0]} of ${review.book} is hidden; its reader gets a letter.`],
    };
  },
};

export const reviewsShow: Command = {
  name: "reviews show",
  positionals: "REVIEW",
  description: "Shows a review that is hidden or waits, and writes to its reader.",
  options: {},
  example: "7.2",
  async run(context) {
    const review = await found(context);
    if (!(await showReview(context.services.db, review))) {
      await found(context);
      throw new UsageError(`Review ${context.positionals[0]} is shown already.`);
    }
    return {
      data: { id: review.id },
      lines: [
        `Review ${context.positionals[0]} of ${review.book} is shown; its reader gets a letter.`,
        "",
        ...asLines({ ...review, state: "published" }),
      ],
    };
  },
};

export const reviewsPick: Command = {
  name: "reviews pick",
  positionals: "REVIEW PLACE",
  description:
    "Puts a review among those on the home page, at this place from 1 to 5, instead of the one that was there.",
  options: {},
  example: "7 1",
  async run(context) {
    const review = await found(context);
    const place = Number(context.positionals[1]);
    if (!/^[1-5]$/.test(context.positionals[1]!)) throw new UsageError("The place is a number from 1 to 5.");
    if (!(await featureReview(context.services.db, review, place))) {
      await found(context);
      throw new UsageError(`Review ${context.positionals[0]} is not shown, so it cannot be on the home page.`);
    }
    return {
      data: { id: review.id, place },
      lines: [`Review ${context.positionals[0]} of ${review.book} is on the home page, at place ${place}.`],
    };
  },
};

function asLines(review: ModeratedReview): string[] {
  const { book, bookId, rating, title, body, name, state, reason, featuredPosition, writtenAt, changedAt } = review;
  const about = [
    `${rating} of 5 by ${name}`,
    shortMoment(changedAt ?? writtenAt) + (changedAt ? ", changed" : ""),
    state === "refused" && reason ? `hidden: ${reason}` : stateLabels[state],
    ...(featuredPosition === null ? [] : [`place ${featuredPosition} on the home page`]),
  ];
  const words = [title, ...body.split("\n")].filter((line) => line.trim() !== "");
  return [
    `${reviewNumber(review)}  ${book} (${bookId})`,
    `    ${about.join("; ")}`,
    ...words.map((line) => `    ${line}`),
    "",
  ];
}

/** The review of this number, in the words that the bookseller has read. */
async function found(context: CommandContext): Promise<ModeratedReview> {
  const word = context.positionals[0]!;
  const read = parseReviewNumber(word);
  const review = read && (await findWrittenReview(context.services.db, read.id));
  if (!review) throw new UsageError(`There is no review ${word}.`);
  if (review.version !== read.version) {
    throw new UsageError(
      [`These are its words now; its number is ${reviewNumber(review)}:`, ...asLines(review)].join("\n").trimEnd(),
    );
  }
  return review;
}
