/** The actions on the stock of a book: correct copies, set its low level and its place. */
import { z } from "zod";

import { openAgain, readForm } from "#desk/http/read-form.ts";
import { findNamedBooks } from "#shop/catalogue/content/named-books.server.ts";
import { wholeNumberField } from "#shop/kernel/forms/whole-number-field.ts";
import type { Services } from "#shop/services.ts";
import { ActionRefused, deskAction } from "#shop/people/staff/run-action.server.ts";
import { correctBookCopies, setLowLevel, type Correcting } from "#shop/office/stock-room/book-stock.server.ts";
import { maxPlace, setPlace } from "#shop/office/stock-room/places.server.ts";
import { cleanText } from "#shop/kernel/text/clean-text.ts";
import { formatCount } from "#shop/kernel/text/format-count.ts";
import { numberField, stockPermission, idempotencyKeyField, reasonField } from "./stock-fields.ts";
import { deskOptionalLine } from "#shop/kernel/forms/line-field.ts";

const bookField = z.string().min(1, "Choose a book.").max(200, "Choose a book.");

const correction = z.object({
  book: bookField,
  once: idempotencyKeyField,
  was: numberField,
  copies: wholeNumberField(0, 9_99_999),
  reason: reasonField,
});

/** Corrects the number of copies on hand. */
export const correctCopiesAtDesk = deskAction({
  name: "stock.correct",
  does: "correct copies",
  ...stockPermission,
  read: (form) => readForm(form, correction),
  async run({ services: { db }, session, at }, { book: bookId, was, copies, reason }) {
    const done = await correctBookCopies(db, { bookId, was, copies, reason }, { staffId: session.staff.id, at });
    if (!done.ok) throw new ActionRefused(describeRefused(done, { was, copies }));
    const { before, after } = done;
    const title = await titleOf(db, bookId);
    return {
      answer: `${formatCount(after, "copy is", "copies are")} on hand now, ${before} before.`,
      entry: {
        action: "stock.correct",
        words: `Corrected the copies of “${title}”: ${after} instead of ${before}.`,
        subject: `book ${bookId}`,
        why: reason,
      },
    };
  },
});

function describeRefused(
  refused: Extract<Correcting, { ok: false }>,
  { was, copies }: { was: number; copies: number },
): string {
  switch (refused.reason) {
    case "no-such-book":
      return "This book is not here any more.";
    case "same":
      return `There are ${copies} on hand already. Nothing was changed.`;
    case "moved":
      return `Copies moved meanwhile, and nothing was saved: ${was} were on hand when you looked, ${refused.onHand} are now; you wrote ${copies}. Count again.`;
    case "held":
      return `Orders hold ${formatCount(refused.held, "copy", "copies")}, so no fewer can be on hand. Cancel an order first.`;
  }
}

const levelText = wholeNumberField(0, 9_999, {
  empty: { means: null },
  or: ", or leave it empty for the shop’s level",
});

/** Sets the number of copies at which a book is low in stock. */
export const setLowLevelAtDesk = deskAction({
  name: "stock.set-level",
  does: "set when a book runs low",
  ...stockPermission,
  read: (form) => readForm(form, z.object({ book: bookField, level: levelText, wasLevel: levelText })),
  async run({ services: { db } }, { book, level, wasLevel }) {
    const before = await setLowLevel(db, book, level);
    if (before === undefined) throw new ActionRefused("This book is not here any more.");
    if (before !== wasLevel)
      throw new ActionRefused(
        `Somebody changed the level meanwhile, and nothing was saved: it is ${before ?? "the shop’s"} now, you wrote ${level ?? "nothing"}.`,
      );
    const answer = level === null ? "The shop’s own level counts now." : `The book is low from ${level} on.`;
    if (before === level) return { answer, entry: null };
    const title = await titleOf(db, book);
    return {
      answer,
      entry: {
        action: "stock.set-level",
        words: `Set from how few copies on “${title}” is low.`,
        subject: `book ${book}`,
        before: { level: before },
        after: { level },
      },
    };
  },
});

const placeText = deskOptionalLine("the place", maxPlace);

/** Sets the place of a book in the shop. */
export const setPlaceAtDesk = deskAction({
  name: "stock.set-place",
  does: "say where a book stands",
  ...stockPermission,
  read: (form) =>
    readForm(form, z.object({ book: bookField, place: placeText, wasPlace: z.string().max(200, openAgain) })),
  async run({ services: { db } }, { book, place: typed, wasPlace }) {
    const place = cleanText(typed);
    const before = await setPlace(db, book, place);
    if (before === undefined) throw new ActionRefused("This book is not here any more.");
    if (before !== wasPlace)
      throw new ActionRefused(
        `Somebody changed it meanwhile, and nothing was saved: the book stands at “${before || "no place"}” now, you wrote “${place}”.`,
      );
    const answer = place === "" ? "The book has no place now." : `The book stands at ${place}.`;
    if (before === place) return { answer, entry: null };
    const title = await titleOf(db, book);
    return {
      answer,
      entry: {
        action: "stock.set-place",
        words: `Said where “${title}” stands.`,
        subject: `book ${book}`,
        before: { place: before },
        after: { place },
      },
    };
  },
});

async function titleOf(db: Services["db"], bookId: string): Promise<string> {
  const [book] = await findNamedBooks(db, [bookId]);
  return book?.title ?? bookId;
}

export const bookStockActions = [correctCopiesAtDesk, setLowLevelAtDesk, setPlaceAtDesk] as const;
