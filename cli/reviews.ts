import { hideReasons } from "#db/schema-content.ts";
import {
  findWrittenReview,
  hideReview,
  listWrittenReviews,
  putInWindow,
  showReview,
  type JudgedReview,
} from "#shop/reviews/judge-review.server.ts";
import {
  hideReasonWords,
  parseReviewNumber,
  reviewNumber,
  type HideReason,
  type ReviewState,
} from "#shop/reviews/review.ts";
import { dayAndTime, Mistake, type Call, type Command } from "./command.ts";

const stateWords: Record<ReviewState, string> = {
  published: "shown",
  waiting: "changed after you hid it, waits for you",
  refused: "hidden",
};

export const reviewsList: Command = {
  name: "reviews list",
  words: "",
  says: "Lists what readers wrote, newest first, at most 50, with all its words. A changed review has a new number.",
  options: {
    waiting: { type: "boolean", says: "only those that wait for you" },
    hidden: { type: "boolean", says: "only those that you have hidden" },
  },
  async run({ services, options }) {
    const state = options.waiting === true ? "waiting" : options.hidden === true ? "refused" : null;
    const reviews = await listWrittenReviews(services.db, state);
    return {
      data: reviews.map((one) => ({ number: reviewNumber(one), ...one })),
      lines: reviews.length ? reviews.flatMap(asLines) : ["No reviews."],
    };
  },
};

export const reviewsHide: Command = {
  name: "reviews hide",
  words: "REVIEW REASON",
  says: `Hides a review and writes to its reader why: ${hideReasons.join(", ")}. Not liking a book is no reason.`,
  options: {},
  example: "7 advertising",
  async run(call) {
    const reason = call.words[1] as HideReason;
    if (!hideReasons.includes(reason)) {
      const reasons = hideReasons.map((one) => `  ${one.padEnd(13)} ${hideReasonWords[one]}`);
      throw new Mistake(["There are only these reasons:", ...reasons].join("\n"));
    }
    const review = await found(call);
    if (!(await hideReview(call.services.db, review, reason))) {
      await found(call);
      throw new Mistake(`Review ${call.words[0]} is hidden already.`);
    }
    return {
      data: { id: review.id, reason },
      lines: [`Review ${call.words[0]} of ${review.book} is hidden; its reader gets a letter.`],
    };
  },
};

export const reviewsShow: Command = {
  name: "reviews show",
  words: "REVIEW",
  says: "Shows a review that was hidden or waits, and writes to its reader.",
  options: {},
  example: "7.2",
  async run(call) {
    const review = await found(call);
    if (!(await showReview(call.services.db, review))) {
      await found(call);
      throw new Mistake(`Review ${call.words[0]} is shown already.`);
    }
    return {
      data: { id: review.id },
      lines: [
        `Review ${call.words[0]} of ${review.book} is shown; its reader gets a letter.`,
        "",
        ...asLines({ ...review, state: "published" }),
      ],
    };
  },
};

export const reviewsPick: Command = {
  name: "reviews pick",
  words: "REVIEW PLACE",
  says: "Puts a review among those on the home page, at this place from 1 to 5, instead of what stood there.",
  options: {},
  example: "7 1",
  async run(call) {
    const review = await found(call);
    const place = Number(call.words[1]);
    if (!/^[1-5]$/.test(call.words[1]!)) throw new Mistake("The place is a number from 1 to 5.");
    if (!(await putInWindow(call.services.db, review, place))) {
      await found(call);
      throw new Mistake(`Review ${call.words[0]} is not shown, so it cannot be on the home page.`);
    }
    return {
      data: { id: review.id, place },
      lines: [`Review ${call.words[0]} of ${review.book} is on the home page, at place ${place}.`],
    };
  },
};

function asLines(review: JudgedReview): string[] {
  const { book, bookId, rating, title, body, name, state, reason, window, writtenAt, changedAt } = review;
  const about = [
    `${rating} of 5 by ${name}`,
    dayAndTime(changedAt ?? writtenAt) + (changedAt ? ", changed" : ""),
    state === "refused" && reason ? `hidden: ${reason}` : stateWords[state],
    ...(window === null ? [] : [`place ${window} on the home page`]),
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
async function found(call: Call): Promise<JudgedReview> {
  const word = call.words[0]!;
  const read = parseReviewNumber(word);
  const review = read && (await findWrittenReview(call.services.db, read.id));
  if (!review) throw new Mistake(`No reader has written a review ${word}.`);
  if (review.version !== read.version) {
    throw new Mistake(
      [`These are its words now; its number is ${reviewNumber(review)}:`, ...asLines(review)].join("\n").trimEnd(),
    );
  }
  return review;
}
