/** The actions on quotations: make, fill, change, send, accept for the buyer, take back and delete. */
import { z } from "zod";

import { readForm } from "#desk/http/read-form.ts";
import { idField, lineCodeField } from "#desk/pages/buying/buying-fields.ts";
import { addedBookFields, findAddedBooks, refuseLines } from "#desk/pages/buying/pasted-books.server.ts";
import { isoDay, longDay } from "#shop/kernel/dates/dates.ts";
import { deskLineField } from "#shop/kernel/forms/line-field.ts";
import { wholeNumberField } from "#shop/kernel/forms/whole-number-field.ts";
import { enqueueLetter } from "#shop/kernel/mail/outbox.server.ts";
import { formatPaise } from "#shop/kernel/money/money.ts";
import { formatCount } from "#shop/kernel/text/format-count.ts";
import { ActionRefused, deskAction, refuseFields, type ReadAction } from "#shop/people/staff/run-action.server.ts";
import { readPurchaseOrder } from "#shop/sales/documents/read-business.server.ts";
import { acceptQuotation } from "#shop/sales/quotations/accept-quotation.server.ts";
import { quotationNumber, sumQuotation } from "#shop/sales/quotations/quotation.ts";
import {
  addToQuotation,
  deleteQuotation,
  describeLack,
  findBooksOfCodes,
  makeQuotation,
  markQuotationSent,
  maxCopies,
  maxQuotationLines,
  reopenQuotation,
  setQuotedCopies,
} from "#shop/sales/quotations/quotations.server.ts";
import { findIt, hold, holdDraft, subjectOf } from "./held-quotation.server.ts";
import { quotingPermission } from "./quotation-fields.ts";
import { saveTerms } from "./terms-action.server.ts";

const day = 86_400_000;

/** Makes a draft for a buyer. */
export const makeDraft = deskAction({
  name: "quotations.make",
  does: "make a quotation",
  cannotUndo: "a draft can be changed and deleted",
  ...quotingPermission,
  read: (form) => readForm(form, z.object({ buyer: deskLineField("the buyer", 120, "Enter the buyer.") })),
  async run({ services: { db, settings }, session, at }, { buyer }) {
    const validUntil = isoDay(at.getTime() + settings.quotations.validDays * day);
    const id = await makeQuotation(db, buyer, { staffId: session.staff.id, at, validUntil });
    const words = `Made the quotation ${quotationNumber(id)}.`;
    return {
      answer: { id, words: "This is a draft: the buyer gets nothing before you send it." },
      entry: { action: "quotations.make", words, subject: subjectOf(id) },
    };
  },
});

/** Adds a chosen book, or pasted ISBNs, to a draft. */
export const addBooks = deskAction({
  name: "quotations.add-books",
  does: "add books to a quotation",
  cannotUndo: "nothing is sent yet, and each line can be changed or removed",
  ...quotingPermission,
  read: (form) => readForm(form, z.object({ quotation: idField, ...addedBookFields(maxCopies) })),
  async run({ services: { db }, at }, { quotation: id, ...added }) {
    await holdDraft(db, id);
    const given = await findAddedBooks(db, added);
    const books = await findBooksOfCodes(
      db,
      given.map(({ code }) => code),
    );
    const unknown = given.filter(({ code }) => !books.has(code)).map(({ code }) => code);
    if (unknown.length > 0 && added.codes.length === 0) refuseFields({ book: "The shop does not sell this book yet." });
    refuseLines(unknown.map((code) => `${code}: the shop does not sell this book yet.`));
    const lines = given.flatMap(({ code, copies }) => {
      const bookId = books.get(code);
      return bookId === undefined ? [] : [{ bookId, copies }];
    });
    if (!(await addToQuotation(db, id, lines, at)))
      throw new ActionRefused(
        `A quotation has at most ${maxQuotationLines} titles, and ${maxCopies.toLocaleString("en-IN")} copies of each. Make another one for the rest.`,
      );
    const sum = lines.reduce((all, line) => all + line.copies, 0);
    return { answer: { id, words: `Added ${formatCount(sum, "copy", "copies")}.` }, entry: null };
  },
});

const line = z.object({
  quotation: idField,
  code: lineCodeField,
  copies: wholeNumberField(0, maxCopies, { or: "; 0 removes the line" }),
});

/** Changes the copies of a draft's line. */
export const changeLine = deskAction({
  name: "quotations.change-line",
  does: "change a quotation",
  cannotUndo: "nothing is sent yet, and each line can be changed again",
  ...quotingPermission,
  read: (form) => readForm(form, line),
  async run({ services: { db } }, { quotation: id, code, copies }) {
    await holdDraft(db, id);
    if (!(await setQuotedCopies(db, id, code, copies)))
      throw new ActionRefused("Somebody removed this line meanwhile.");
    return { answer: { id, words: copies === 0 ? "The line was removed." : "Changed." }, entry: null };
  },
});

const sending = z.object({ quotation: idField, by: z.enum(["email", "self"]) });

/** Sends a quotation by e-mail, or marks it as given by staff. A sent one can be e-mailed again. */
export const sendQuotation = deskAction({
  name: "quotations.send",
  does: "send a quotation",
  cannotUndo: "the buyer knows of it; it can be taken back to a draft until it is accepted",
  ...quotingPermission,
  read: (form) => readForm(form, sending),
  async run({ services, at }, { quotation: id, by }) {
    const { db } = services;
    const held = await hold(db, id);
    const found = await findIt(services, id);
    if (held.isOrdered) throw new ActionRefused("This quotation has become an order already.");
    const lack = describeLack(found);
    if (lack) throw new ActionRefused(lack);
    if (found.validUntil < isoDay(at)) throw new ActionRefused("Its last day is over. Choose another one first.");
    if (held.isDraft) await markQuotationSent(db, found, at);
    if (by === "email")
      await enqueueLetter(db, {
        kind: "quotation",
        to: found.email,
        subjectKey: `${id} ${at.toISOString()}`,
        facts: { quotationId: id },
      });
    const number = quotationNumber(id);
    const words = by === "email" ? `Sent the quotation ${number} by e-mail.` : `Gave out the quotation ${number}.`;
    const until = `It is valid until ${longDay(found.validUntil)}.`;
    const { totalPaise } = sumQuotation(found);
    return {
      answer: { id, words: by === "email" ? `The e-mail goes to ${found.email}. ${until}` : until },
      entry: { action: "quotations.send", words, subject: subjectOf(id), after: { total: formatPaise(totalPaise) } },
    };
  },
});

/** Makes a sent quotation an order, because the buyer has said so. */
export const acceptAtDesk = deskAction({
  name: "quotations.accept",
  does: "make a quotation an order",
  cannotUndo: "the buyer gets an e-mail; the order can be cancelled",
  ...quotingPermission,
  read(form): ReadAction<{ quotation: number; seen: string; purchaseOrder: string }> {
    const seen = z.iso.datetime({ offset: true, error: "Open the page again." });
    const read = readForm(form, z.object({ quotation: idField, seen }));
    const purchase = readPurchaseOrder(form);
    if (!read.ok) return read;
    if (!purchase.ok) return { ok: false, errors: { purchaseOrder: purchase.error ?? "" } };
    return { ok: true, input: { ...read.input, purchaseOrder: purchase.purchaseOrder } };
  },
  async run({ services, session }, { quotation: id, seen, purchaseOrder }) {
    const accepted = await acceptQuotation(services, id, { seen, purchaseOrder, actor: session.staff.name });
    if (!accepted.ok)
      throw new ActionRefused(
        accepted.reason === "sold-out"
          ? `There are not enough copies of ${accepted.titles.join(", ")}. Order them from your suppliers first.`
          : {
              none: "This quotation is not sent yet.",
              changed: "Somebody changed this quotation meanwhile. Look at it again.",
              over: "Its last day is over. Take it back to a draft, and choose another day.",
              ordered: "This quotation has become an order already.",
            }[accepted.reason],
      );
    const words = `Made the quotation ${quotationNumber(id)} the order ${accepted.order}.`;
    return {
      answer: { id, words: `It is the order ${accepted.order}. Its copies are held until it is paid.` },
      entry: { action: "quotations.accept", words, subject: `order ${accepted.order}` },
    };
  },
});

/** Makes a sent quotation a draft again. */
export const reopenAtDesk = deskAction({
  name: "quotations.reopen",
  does: "change a sent quotation",
  cannotUndo: "it can be sent again",
  ...quotingPermission,
  read: (form) => readForm(form, z.object({ quotation: idField })),
  async run({ services: { db } }, { quotation: id }) {
    const held = await hold(db, id);
    if (held.isOrdered) throw new ActionRefused("The buyer has accepted this quotation: it is an order now.");
    if (held.isDraft) return { answer: { id, words: "This is a draft already." }, entry: null };
    await reopenQuotation(db, id);
    const words = `Took the quotation ${quotationNumber(id)} back to a draft.`;
    return {
      answer: { id, words: "It is a draft again, with the prices of now. The buyer’s link does not work meanwhile." },
      entry: { action: "quotations.reopen", words, subject: subjectOf(id) },
    };
  },
});

/** Deletes a draft. */
export const deleteDraft = deskAction({
  name: "quotations.delete",
  does: "delete a quotation",
  cannotUndo: "it was a draft: the buyer did not have it",
  ...quotingPermission,
  read: (form) => readForm(form, z.object({ quotation: idField })),
  async run({ services: { db } }, { quotation: id }) {
    await holdDraft(db, id);
    await deleteQuotation(db, id);
    const words = `Deleted the draft ${quotationNumber(id)}.`;
    return { answer: { id: null, words }, entry: { action: "quotations.delete", words, subject: subjectOf(id) } };
  },
});

export const quotationActions = [
  addBooks,
  changeLine,
  saveTerms,
  sendQuotation,
  acceptAtDesk,
  reopenAtDesk,
  deleteDraft,
] as const;
