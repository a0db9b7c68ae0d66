/** The actions on books that go back to suppliers: send back, note the credit, cancel. */
import { z } from "zod";

import { readForm } from "#desk/http/read-form.ts";
import {
  cancelReturn,
  findSupplierReturn,
  returnNumber,
  returnToSupplier,
  saveCredit,
  type Returning,
} from "#shop/office/buying/supplier-returns.server.ts";
import { findSupplier } from "#shop/office/buying/suppliers.server.ts";
import { isoDay } from "#shop/kernel/dates/dates.ts";
import { deskOptionalLine } from "#shop/kernel/forms/line-field.ts";
import { readTexts } from "#shop/kernel/forms/read-fields.ts";
import { rupeesField } from "#shop/kernel/forms/rupees-field.ts";
import { readWholeNumber } from "#shop/kernel/forms/whole-number.ts";
import { formatPaise } from "#shop/kernel/money/money.ts";
import { formatCount } from "#shop/kernel/text/format-count.ts";
import { ActionRefused, deskAction } from "#shop/people/staff/run-action.server.ts";
import { buyingPermission, idField } from "./buying-fields.ts";
import { copiesFieldOf, readCopiesField } from "./copies-field.ts";

const head = z.object({ supplier: idField, agreement: deskOptionalLine("what was agreed", 300) });

/** Takes copies out of stock and makes a return note. */
export const returnBooks = deskAction({
  name: "buying.return-books",
  does: "send books back to a supplier",
  cannotUndo: "a return that did not leave the shop can be cancelled on its page",
  ...buyingPermission,
  read(form) {
    const read = readForm(form, head);
    const errors: Record<string, string> = read.ok ? {} : { ...read.errors };
    const lines = Object.entries(readTexts(form)).flatMap(([name, typed]) => {
      const lot = readCopiesField(name);
      if (!lot || typed.trim() === "") return [];
      const copies = readWholeNumber(typed.trim(), 0, 1_00_000);
      if (copies === null) errors[name] = "Write a whole number.";
      return copies ? [{ ...lot, copies }] : [];
    });
    if (!read.ok || Object.keys(errors).length > 0) return { ok: false, errors };
    return { ok: true, input: { ...read.input, lines } };
  },
  async run({ services: { db }, session, at }, { supplier: id, agreement, lines }) {
    const supplier = await findSupplier(db, id);
    if (!supplier) throw new ActionRefused("There is no such supplier.");
    if (lines.length === 0) throw new ActionRefused("Enter how many copies of a book go back.");
    const today = isoDay(at.toISOString());
    const by = { staffId: session.staff.id, at };
    const done = await returnToSupplier(db, supplier, { lines, agreement, today }, by);
    if (!done.ok)
      throw new ActionRefused("Nothing was taken out of stock. See the fields below.", {
        [copiesFieldOf(done.line)]: describeRefused(done),
      });
    const what = formatCount(done.copies, "copy", "copies");
    return {
      answer: { id: done.id, words: `${what} ${done.copies === 1 ? "is" : "are"} out of stock.` },
      entry: {
        action: "buying.return-books",
        words: `Took ${what} out of stock to return them to ${supplier.name}, ${returnNumber(done.id)}.`,
        subject: `return ${done.id}`,
        why: agreement || undefined,
      },
    };
  },
});

function describeRefused({ reason, most }: Extract<Returning, { ok: false }>): string {
  switch (reason) {
    case "left":
      return most === 0 ? "None of these copies is left." : `At most ${most} of these copies are left.`;
    case "reserved":
      return `At most ${most} can go back: the others are reserved for orders.`;
    case "late":
      return "Its last day is over. If the supplier takes it all the same, write below what was agreed.";
  }
}

const credit = z.object({
  return: idField,
  creditNumber: deskOptionalLine("the number of the credit note", 60),
  credited: rupeesField({ empty: { means: null } }),
});

/** Saves the supplier's credit note for a return. */
export const saveCreditAtDesk = deskAction({
  name: "buying.save-credit",
  does: "note a credit note",
  cannotUndo: "it can be changed again",
  ...buyingPermission,
  read: (form) => readForm(form, credit),
  async run({ services: { db } }, { return: id, creditNumber, credited }) {
    const found = await findSupplierReturn(db, id, { forUpdate: true });
    if (!found) throw new ActionRefused("This return was cancelled.");
    if (found.creditedPaise === credited && found.creditNumber === creditNumber)
      return { answer: { id, words: "You changed nothing, so nothing was saved." }, entry: null };
    await saveCredit(db, id, credited, creditNumber);
    const sum = credited === null ? "none" : formatPaise(credited);
    return {
      answer: { id, words: "Saved." },
      entry: {
        action: "buying.save-credit",
        words: `Noted the credit of ${found.supplier} for ${returnNumber(id)}: ${sum}.`,
        subject: `return ${id}`,
        before: { credited: found.creditedPaise, creditNumber: found.creditNumber },
        after: { credited, creditNumber },
      },
    };
  },
});

/** Cancels a return that did not leave the shop: its copies are in stock again. */
export const cancelReturnAtDesk = deskAction({
  name: "buying.cancel-return",
  does: "cancel a return to a supplier",
  cannotUndo: "the copies are in stock again, and can be returned anew",
  ...buyingPermission,
  read: (form) => readForm(form, z.object({ return: idField })),
  async run({ services: { db }, session, at }, { return: id }) {
    const found = await findSupplierReturn(db, id, { forUpdate: true });
    if (!found) throw new ActionRefused("This return was cancelled already.");
    if (found.creditedPaise !== null)
      throw new ActionRefused("The supplier has credited this return, so it cannot be cancelled.");
    const copies = await cancelReturn(db, id, { staffId: session.staff.id, at });
    const words = `Cancelled the return ${returnNumber(id)} to ${found.supplier}: ${formatCount(copies, "copy is", "copies are")} in stock again.`;
    return { answer: { id: null, words }, entry: { action: "buying.cancel-return", words, subject: `return ${id}` } };
  },
});

export const returnActions = [saveCreditAtDesk, cancelReturnAtDesk] as const;
