/** The actions on purchase orders: make, fill, change, send, cancel and delete. */
import { z } from "zod";

import { readForm } from "#desk/http/read-form.ts";
import {
  addToPurchaseOrder,
  cancelRest,
  deletePurchaseOrder,
  findPurchaseOrder,
  lockPurchaseOrder,
  makePurchaseOrder,
  markPurchaseOrderSent,
  maxPurchaseLines,
  setCancelledCopies,
  setOrderedCopies,
} from "#shop/office/buying/purchase-orders.server.ts";
import { purchaseOrderNumber } from "#shop/office/buying/purchase-order-files.server.ts";
import { findOrAddSupplier } from "#shop/office/buying/suppliers.server.ts";
import { listLowBooks } from "#shop/office/stock-room/low-stock.server.ts";
import { deskLineField } from "#shop/kernel/forms/line-field.ts";
import { wholeNumberField } from "#shop/kernel/forms/whole-number-field.ts";
import { enqueueLetter } from "#shop/kernel/mail/outbox.server.ts";
import { formatCount } from "#shop/kernel/text/format-count.ts";
import { ActionRefused, deskAction } from "#shop/people/staff/run-action.server.ts";
import type { Services } from "#shop/services.ts";
import { buyingPermission, idField, lineCodeField } from "./buying-fields.ts";
import { addedBookFields, findAddedBooks } from "./pasted-books.server.ts";

const subjectOf = (id: number) => `purchase order ${id}`;

const start = z.object({
  supplier: deskLineField("the supplier", 120, "Enter the supplier."),
  low: z.literal("on").optional(),
});

/** Makes a draft for a supplier, empty or with the books that run low. */
export const makeOrder = deskAction({
  name: "buying.make-order",
  does: "make a purchase order",
  cannotUndo: "a draft can be changed and deleted",
  ...buyingPermission,
  read: (form) => readForm(form, start),
  async run({ services: { db }, session, at }, { supplier: name, low }) {
    const { supplier } = await findOrAddSupplier(db, name);
    const id = await makePurchaseOrder(db, supplier.id, { staffId: session.staff.id, at });
    const books = low ? await listLowBooks(db, { supplier: supplier.name }) : [];
    const lines = books.flatMap(({ isbn13, bookId, toOrder }) =>
      toOrder > 0 ? [{ code: isbn13 ?? bookId, copies: toOrder }] : [],
    );
    await addToPurchaseOrder(db, id, lines, at);
    const words = `Made the purchase order ${purchaseOrderNumber(id)} to ${supplier.name}.`;
    return {
      answer: { id, words: "This is a draft: nothing is ordered before you send it." },
      entry: { action: "buying.make-order", words, subject: subjectOf(id) },
    };
  },
});

const books = z.object({ purchase: idField, ...addedBookFields(1_00_000) });

/** Adds a chosen book, or pasted ISBNs, to a draft. */
export const addBooks = deskAction({
  name: "buying.add-books",
  does: "add books to a purchase order",
  cannotUndo: "nothing is ordered yet, and each line can be changed or removed",
  ...buyingPermission,
  read: (form) => readForm(form, books),
  async run({ services: { db }, at }, { purchase: order, ...added }) {
    await holdDraft(db, order);
    const lines = await findAddedBooks(db, added);
    if (!(await addToPurchaseOrder(db, order, lines, at)))
      throw new ActionRefused(
        `A purchase order has at most ${maxPurchaseLines} titles, and 1,00,000 copies of each. Make another one for the rest.`,
      );
    const sum = lines.reduce((all, line) => all + line.copies, 0);
    return { answer: { id: order, words: `Added ${formatCount(sum, "copy", "copies")}.` }, entry: null };
  },
});

const line = z.object({
  purchase: idField,
  code: lineCodeField,
  copies: wholeNumberField(0, 1_00_000, { or: "; 0 removes the line" }),
});

/** Changes the copies of a draft's line. */
export const changeOrderLine = deskAction({
  name: "buying.change-line",
  does: "change a purchase order",
  cannotUndo: "nothing is ordered yet, and each line can be changed again",
  ...buyingPermission,
  read: (form) => readForm(form, line),
  async run({ services: { db } }, { purchase: order, code, copies }) {
    await holdDraft(db, order);
    if (!(await setOrderedCopies(db, order, code, copies)))
      throw new ActionRefused("Somebody removed this line meanwhile.");
    return { answer: { id: order, words: copies === 0 ? "The line was removed." : "Changed." }, entry: null };
  },
});

const sending = z.object({ purchase: idField, by: z.enum(["email", "self"]) });

/** Sends a purchase order by e-mail, or marks it as sent by staff. A sent one can be e-mailed again. */
export const sendOrder = deskAction({
  name: "buying.send-order",
  does: "send a purchase order",
  cannotUndo: "the supplier knows of it; copies that are not wanted any more can be cancelled",
  ...buyingPermission,
  read: (form) => readForm(form, sending),
  async run({ services: { db }, at }, { purchase: id, by }) {
    const held = await holdOrder(db, id);
    const found = await findPurchaseOrder(db, id);
    if (!found || found.lines.length === 0) throw new ActionRefused("Nothing is in this purchase order yet.");
    const { supplier, email } = found;
    if (by === "email" && email === "")
      throw new ActionRefused(`Enter the e-mail address of ${supplier} first, on the supplier’s page.`);
    if (by === "self" && held.isSent) throw new ActionRefused("This purchase order was sent already.");
    if (!held.isSent) await markPurchaseOrderSent(db, id, at);
    if (by === "email")
      await enqueueLetter(db, {
        kind: "purchase-order",
        to: email,
        subjectKey: `${id} ${at.toISOString()}`,
        facts: { orderId: id },
      });
    const number = purchaseOrderNumber(id);
    const words =
      by === "email"
        ? `Sent the purchase order ${number} to ${supplier} by e-mail.`
        : `Marked the purchase order ${number} to ${supplier} as sent.`;
    return {
      answer: { id, words: by === "email" ? `The e-mail goes to ${email}.` : "It counts as sent." },
      entry: { action: "buying.send-order", words, subject: subjectOf(id) },
    };
  },
});

const cancelling = z.object({ purchase: idField, code: lineCodeField, cancelled: wholeNumberField(0, 1_00_000) });

/** Sets how many copies of a line do not come any more. */
export const cancelLine = deskAction({
  name: "buying.cancel-line",
  does: "cancel copies of a purchase order",
  cannotUndo: "the number can be changed again",
  ...buyingPermission,
  read: (form) => readForm(form, cancelling),
  async run({ services: { db } }, { purchase: id, code, cancelled }) {
    if (!(await holdOrder(db, id)).isSent) throw new ActionRefused("A draft has no cancelled copies: change its line.");
    const was = await setCancelledCopies(db, id, code, cancelled);
    if (!was) throw new ActionRefused("This purchase order has no such line.");
    if (cancelled > was.most)
      throw new ActionRefused(
        was.most === 0
          ? "All copies of this line came: none can be cancelled."
          : `At most ${formatCount(was.most, "copy", "copies")} can be cancelled: the others came.`,
        { cancelled: `Write at most ${was.most}.` },
      );
    if (was.cancelled === cancelled) return { answer: { id, words: "Nothing was changed." }, entry: null };
    return {
      answer: { id, words: `${formatCount(cancelled, "copy is", "copies are")} cancelled. Tell the supplier.` },
      entry: {
        action: "buying.cancel-line",
        words: `Cancelled copies of ${code} in the purchase order ${purchaseOrderNumber(id)}: ${cancelled}, before ${was.cancelled}.`,
        subject: subjectOf(id),
        before: { cancelled: was.cancelled },
        after: { cancelled },
      },
    };
  },
});

/** Cancels all copies that have not come, so that the order is finished. */
export const cancelOrderRest = deskAction({
  name: "buying.cancel-rest",
  does: "cancel the rest of a purchase order",
  cannotUndo: "the cancelled copies of each line can be changed again",
  ...buyingPermission,
  read: (form) => readForm(form, z.object({ purchase: idField })),
  async run({ services: { db } }, { purchase: id }) {
    if (!(await holdOrder(db, id)).isSent) throw new ActionRefused("This is a draft. It can be deleted.");
    const copies = await cancelRest(db, id);
    if (copies === 0) return { answer: { id, words: "Nothing is still to come." }, entry: null };
    const words = `Cancelled the rest of the purchase order ${purchaseOrderNumber(id)}: ${formatCount(copies, "copy", "copies")}.`;
    return {
      answer: { id, words: `${formatCount(copies, "copy is", "copies are")} cancelled. Tell the supplier.` },
      entry: { action: "buying.cancel-rest", words, subject: subjectOf(id) },
    };
  },
});

/** Deletes a draft. */
export const deleteOrder = deskAction({
  name: "buying.delete-order",
  does: "delete a purchase order",
  cannotUndo: "it was a draft: nothing was ordered",
  ...buyingPermission,
  read: (form) => readForm(form, z.object({ purchase: idField })),
  async run({ services: { db } }, { purchase: id }) {
    await holdDraft(db, id);
    await deletePurchaseOrder(db, id);
    const words = `Deleted the draft ${purchaseOrderNumber(id)}.`;
    return { answer: { id: null, words }, entry: { action: "buying.delete-order", words, subject: subjectOf(id) } };
  },
});

async function holdOrder(db: Services["db"], id: number) {
  const held = await lockPurchaseOrder(db, id);
  if (!held) throw new ActionRefused("This purchase order no longer exists: somebody has deleted it.");
  return held;
}

async function holdDraft(db: Services["db"], id: number) {
  if ((await holdOrder(db, id)).isSent)
    throw new ActionRefused(
      "This purchase order was sent meanwhile. Copies can be cancelled; order more in another one.",
    );
}

export const purchaseOrderActions = [
  addBooks,
  changeOrderLine,
  sendOrder,
  cancelLine,
  cancelOrderRest,
  deleteOrder,
] as const;
