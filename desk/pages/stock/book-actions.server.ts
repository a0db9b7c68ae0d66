/** The actions on the stock of a book: correct the copies, set the low-stock level and the place, drop a planned MRP. */
import { z } from "zod";

import { openAgainMessage, readForm } from "#desk/http/read-form.ts";
import { findNamedBooks } from "#shop/catalogue/content/named-books.server.ts";
import { wholeNumberField } from "#shop/kernel/forms/whole-number-field.ts";
import type { Services } from "#shop/services.ts";
import { ActionRefused, deskAction } from "#shop/people/staff/run-action.server.ts";
import { correctBookCopies, setLowLevel, type Correcting } from "#shop/office/stock-room/book-stock.server.ts";
import { dropPlannedMrp } from "#shop/office/stock-room/lots/planned-mrps.server.ts";
import { formatPaise } from "#shop/kernel/money/money.ts";
import { maxPlace, setPlace } from "#shop/office/stock-room/places.server.ts";
import { cleanText } from "#shop/kernel/text/clean-text.ts";
import { formatCount } from "#shop/kernel/text/format-count.ts";
import { hiddenNumberField, stockPermission, idempotencyKeyField, reasonField } from "./stock-fields.ts";
import { deskOptionalLine } from "#shop/kernel/forms/line-field.ts";

const bookField = z.string().min(1, "Choose a book.").max(200, "Choose a book.");

const correction = z.object({
  book: bookField,
  once: idempotencyKeyField,
  was: hiddenNumberField,
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
      return "This book no longer exists.";
    case "same":
      return `Nothing changed: there are already ${copies} on hand.`;
    case "moved":
      return `Nothing was saved, because the number of copies changed meanwhile: it was ${was} when you opened the page, and is now ${refused.onHand}. You entered ${copies}. Count again.`;
    case "held":
      return `${formatCount(refused.held, "copy is", "copies are")} reserved for orders, so there cannot be fewer on hand. Cancel an order first.`;
  }
}

const levelText = wholeNumberField(0, 9_999, {
  empty: { means: null },
  or: ", or leave it empty for the shop’s level",
});

/** Sets the number of copies at which a book is low in stock. */
export const setLowLevelAtDesk = deskAction({
  name: "stock.set-level",
  does: "set the low-stock level of a book",
  ...stockPermission,
  read: (form) => readForm(form, z.object({ book: bookField, level: levelText, wasLevel: levelText })),
  async run({ services: { db } }, { book, level, wasLevel }) {
    const before = await setLowLevel(db, book, level);
    if (before === undefined) throw new ActionRefused("This book no longer exists.");
    if (before !== wasLevel)
      throw new ActionRefused(
        `Nothing was saved, because somebody changed the level meanwhile: it is now ${before ?? "the shop’s"}, and you entered ${level ?? "nothing"}.`,
      );
    const answer =
      level === null ? "The book now has the shop’s level." : `The book is low in stock at ${level} or fewer.`;
    if (before === level) return { answer, entry: null };
    const title = await titleOf(db, book);
    return {
      answer,
      entry: {
        action: "stock.set-level",
        words: `Set the low-stock level of “${title}”.`,
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
  does: "set the place of a book",
  ...stockPermission,
  read: (form) =>
    readForm(form, z.object({ book: bookField, place: placeText, wasPlace: z.string().max(200, openAgainMessage) })),
  async run({ services: { db } }, { book, place: typed, wasPlace }) {
    const place = cleanText(typed);
    const before = await setPlace(db, book, place);
    if (before === undefined) throw new ActionRefused("This book no longer exists.");
    if (before !== wasPlace)
      throw new ActionRefused(
        `Nothing was saved, because somebody changed the place meanwhile: it is now “${before || "no place"}”, and you entered “${place}”.`,
      );
    const answer = place === "" ? "The book now has no place." : `The place of the book is ${place}.`;
    if (before === place) return { answer, entry: null };
    const title = await titleOf(db, book);
    return {
      answer,
      entry: {
        action: "stock.set-place",
        words: `Set the place of “${title}”.`,
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

/** Drops the planned MRP of a book. */
export const dropPlannedMrpAtDesk = deskAction({
  name: "stock.drop-mrp-plan",
  does: "drop a planned MRP",
  needs: "books",
  proof: "passkey",
  cannotUndo: "nothing was changed yet, and the MRP can be planned again",
  read: (form) => readForm(form, z.object({ book: bookField })),
  async run({ services: { db } }, { book }) {
    const dropped = await dropPlannedMrp(db, book);
    if (!dropped) throw new ActionRefused("This MRP is set already, or somebody dropped the plan.");
    const title = await titleOf(db, book);
    return {
      answer: "The plan is dropped: MRP and price stay as they are.",
      entry: {
        action: "stock.drop-mrp-plan",
        words: `Dropped the planned MRP ${formatPaise(dropped.mrpPaise)} of “${title}”.`,
        subject: `book ${book}`,
      },
    };
  },
});

export const bookStockActions = [correctCopiesAtDesk, setLowLevelAtDesk, setPlaceAtDesk, dropPlannedMrpAtDesk] as const;
