/** The actions of a stock count: open, count by scan or typed text, correct, discard and finish. */
import { z } from "zod";

import { requiredItem } from "#shop/kernel/text/required-value.ts";
import { readForm } from "#desk/http/read-form.ts";
import { wholeNumberField } from "#shop/kernel/forms/whole-number-field.ts";
import { ActionRefused, deskAction, refuseFields, type ActionContext } from "#shop/people/staff/run-action.server.ts";
import {
  countCopies,
  maxCountedBooks,
  setCounted,
  type CountedCopies,
} from "#shop/office/stock-room/count-copies.server.ts";
import { findBookCodes } from "#shop/office/stock-room/find-book-codes.server.ts";
import { finishStocktake, maxGone, sumPlan } from "#shop/office/stock-room/finish-stocktake.server.ts";
import { sumSheet } from "#shop/office/stock-room/stocktake-sheet.server.ts";
import {
  dropStocktake,
  lockStocktake,
  openStocktake,
  type CountScope,
} from "#shop/office/stock-room/stocktakes.server.ts";
import { formatCount } from "#shop/kernel/text/format-count.ts";
import {
  codeField,
  copiesField,
  hiddenNumberField,
  stockPermission,
  idempotencyKeyField,
} from "#desk/pages/stock/stock-fields.ts";
import { findScannedCode } from "#desk/pages/stock/find-scanned-code.server.ts";
import type { Scanned } from "#desk/pages/stock/scan-sender.ts";
import { deskLineField } from "#shop/kernel/forms/line-field.ts";

/** The maximum number of codes in one form. */
const maxTyped = 500;

const opening = z.object({
  once: idempotencyKeyField,
  scope: z
    .string()
    .regex(/^(category:|reading-list:).{1,200}$|^scanned$/, "Choose what to count.")
    .transform((text): CountScope => {
      const [kind, scopeId = ""] = text.split(":");
      if (kind === "category" || kind === "reading-list") return { kind, scopeId };
      return { kind: "scanned", scopeId: null };
    }),
});

/** Opens a count. If a count of the same scope is open, redirects to this count. */
export const openCountAtDesk = deskAction({
  name: "stock.open-count",
  does: "start a count",
  cannotUndo: "a count changes no stock before it is finished",
  ...stockPermission,
  read: (form) => readForm(form, opening),
  async run({ services: { db }, session, at }, given) {
    const opened = await openStocktake(db, given.scope, { staffId: session.staff.id, at });
    if (!opened) throw new ActionRefused("This category or reading list no longer exists. Choose another one.");
    const { id, name, isNew } = opened;
    return {
      answer: {
        id,
        words: isNew ? "Now scan the first book." : "This count is already open. Your scans are added to it.",
      },
      entry: isNew
        ? { action: "stock.open-count", words: `Started a count: ${name}.`, subject: `count ${id}`, after: given.scope }
        : null,
    };
  },
});

const scan = z.object({ count: hiddenNumberField, once: idempotencyKeyField, code: codeField, copies: copiesField });

/** Counts copies of a scanned book. */
export const scanIntoCount = deskAction({
  name: "stock.count",
  does: "count a book",
  cannotUndo: "a count changes no stock before it is finished, and its lines can be changed",
  ...stockPermission,
  read: (form) => readForm(form, scan),
  async run({ services: { db }, at }, { count, code: given, copies }): Promise<{ answer: Scanned; entry: null }> {
    await heldCount(db, count);
    const code = await findScannedCode(db, given);
    const answers = await counting(db, count, [{ code, copies }], at);
    return { answer: requiredItem(answers, 0), entry: null };
  },
});

const typed = z.object({
  count: hiddenNumberField,
  once: idempotencyKeyField,
  codes: z
    .string()
    .max(30_000, "Write at most 30,000 characters at once.")
    .transform((text, context) => {
      const lines = text.split(/\r?\n/).flatMap((line, i) => (line.trim() === "" ? [] : [{ place: i + 1, line }]));
      if (lines.length > 0 && lines.length <= maxTyped) return lines;
      const message = lines.length === 0 ? "Enter an ISBN on each line." : `Write at most ${maxTyped} lines at once.`;
      context.addIssue({ code: "custom", message });
      return z.NEVER;
    }),
});

/** Counts typed codes, one copy per line. */
export const countTyped = deskAction({
  name: "stock.count-typed",
  does: "count typed books",
  cannotUndo: "a count changes no stock before it is finished, and its lines can be changed",
  ...stockPermission,
  read: (form) => readForm(form, typed),
  async run({ services: { db }, at }, { count, codes: given }) {
    await heldCount(db, count);
    const found = await findBookCodes(
      db,
      given.map(({ line }) => line),
    );
    const wrong = found.flatMap((one, i) => ("problem" in one ? [`Line ${given[i]?.place}: ${one.problem}`] : []));
    const rest = wrong.length > 5 ? ` And ${wrong.length - 5} more lines.` : "";
    if (wrong.length > 0) refuseFields({ codes: `${wrong.slice(0, 5).join(" ")}${rest}` });
    const codes = found.flatMap((one) => ("code" in one ? [one.code] : []));
    const copies = new Map<string, number>();
    for (const code of codes) copies.set(code, (copies.get(code) ?? 0) + 1);
    const books = await counting(
      db,
      count,
      [...copies].map(([code, copies]) => ({ code, copies })),
      at,
    );
    const unknown = books.filter(({ title }) => title === null).length;
    const waiting = unknown > 0 ? ` ${formatCount(unknown, "ISBN waits", "ISBNs wait")} for a book.` : "";
    return { answer: `Counted ${formatCount(codes.length, "copy", "copies")}.${waiting}`, entry: null };
  },
});

const number = wholeNumberField(0, 99_999, {
  empty: { means: null },
  or: ", or leave it empty to remove the book from the count",
});
const line = z.object({
  count: hiddenNumberField,
  code: z.string().min(1, "Choose a book.").max(200, "Choose a book."),
  was: number,
  copies: number,
});

/** Sets the counted copies of a book. */
export const setCountAtDesk = deskAction({
  name: "stock.set-count",
  does: "change a number of a count",
  cannotUndo: "a count changes no stock before it is finished, and its lines can be changed again",
  ...stockPermission,
  read: (form) => readForm(form, line),
  async run({ services: { db }, at }, { count, code, was, copies }) {
    await heldCount(db, count);
    const done = await setCounted(db, count, code, { was, copies }, at);
    if (!done.ok)
      throw new ActionRefused(
        done.reason === "too-many"
          ? tooMany
          : `Nothing was saved, because somebody counted this book meanwhile: ${done.copies === null ? "it is now not in the count" : `${formatCount(done.copies, "copy is", "copies are")} now counted`}. You entered ${copies ?? "nothing"}.`,
      );
    return { answer: copies === null ? "The book was removed from the count." : "Changed.", entry: null };
  },
});

/** Discards a count. Stock is not changed. */
export const dropCountAtDesk = deskAction({
  name: "stock.drop-count",
  does: "discard a count",
  cannotUndo: "a count changes no stock before it is finished",
  ...stockPermission,
  read: (form) => readForm(form, z.object({ count: hiddenNumberField })),
  async run({ services: { db } }, { count }) {
    const { name } = await heldCount(db, count);
    const { books, copies } = await sumSheet(db, count);
    await dropStocktake(db, count);
    return {
      answer: "The count is discarded. The stock was not changed.",
      entry: {
        action: "stock.drop-count",
        words: `Discarded the count “${name}”, with ${formatCount(copies, "copy", "copies")} of ${formatCount(books, "book")}.`,
        subject: `count ${count}`,
      },
    };
  },
});

const finishing = z.object({
  count: hiddenNumberField,
  once: idempotencyKeyField,
  version: hiddenNumberField,
  gone: z.enum(["yes", "no"]),
  reason: deskLineField("the reason", 200, "Enter a reason. It is shown in the list of stock movements."),
});

/** Finishes a count: corrects the stock. */
export const finishCountAtDesk = deskAction({
  name: "stock.finish-count",
  does: "finish a count",
  ...stockPermission,
  read: (form) => readForm(form, finishing),
  async run({ services: { db }, session, at }, { count, version, gone, reason }) {
    const stocktake = await heldCount(db, count);
    if (stocktake.version !== version)
      throw new ActionRefused(
        "Nothing was corrected, because somebody counted meanwhile. The corrections below are the current ones: check them.",
      );
    const takesGone = gone === "yes";
    if (takesGone && (await sumPlan(db, stocktake, false)).uncounted > maxGone)
      throw new ActionRefused(
        `More than ${maxGone.toLocaleString("en")} books that belong here were not counted. These are too many to remove from stock.`,
      );
    const { books, more, fewer } = await finishStocktake(
      db,
      stocktake,
      { reason, takesGone },
      { staffId: session.staff.id, at },
    );
    const what =
      books === 0
        ? "No book was corrected"
        : `${formatCount(books, "book was", "books were")} corrected: ${formatCount(more, "copy", "copies")} more, ${fewer} fewer`;
    return {
      answer: `The count is finished. ${what}.`,
      entry: {
        action: "stock.finish-count",
        words: `Finished the count “${stocktake.name}”. ${what}.`,
        subject: `count ${count}`,
        why: reason,
      },
    };
  },
});

const tooMany = `A count has at most ${maxCountedBooks.toLocaleString("en")} books, and 100,000 copies of each. Start another one for the rest.`;

async function counting(db: ActionContext["services"]["db"], count: number, books: CountedCopies[], at: Date) {
  const done = await countCopies(db, count, books, at);
  if (!done) throw new ActionRefused(tooMany);
  return done;
}

async function heldCount(db: ActionContext["services"]["db"], id: number) {
  const stocktake = await lockStocktake(db, id);
  if (!stocktake) throw new ActionRefused("This count is closed: somebody has finished or discarded it.");
  return stocktake;
}

export const countActions = [scanIntoCount, countTyped, setCountAtDesk, dropCountAtDesk] as const;
