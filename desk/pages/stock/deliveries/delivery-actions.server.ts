/** The actions of a delivery: open, scan, change lines, put into stock and delete. */
import { z } from "zod";

import { openAgainMessage, readForm } from "#desk/http/read-form.ts";
import { wholeNumberField } from "#shop/kernel/forms/whole-number-field.ts";
import { formatPaise } from "#shop/kernel/money/money.ts";
import { ActionRefused, deskAction, refuseFields, type ActionContext } from "#shop/people/staff/run-action.server.ts";
import {
  addToDelivery,
  correctLine,
  dropDelivery,
  findLine,
  lockDelivery,
  maxLines,
  openDelivery,
  type DeliveryLine,
  type LineValues,
} from "#shop/office/stock-room/deliveries.server.ts";
import { shelveDelivery } from "#shop/office/stock-room/shelve-delivery.server.ts";
import { formatCount } from "#shop/kernel/text/format-count.ts";
import { describeOtherMrp } from "./describe-other-mrp.ts";
import {
  codeField,
  copiesField,
  costField,
  dayField,
  hiddenNumberField,
  stockPermission,
  idempotencyKeyField,
} from "#desk/pages/stock/stock-fields.ts";
import { findScannedCode } from "#desk/pages/stock/find-scanned-code.server.ts";
import type { Scanned } from "#desk/pages/stock/scan-sender.ts";
import { deskLineField, deskOptionalLine } from "#shop/kernel/forms/line-field.ts";

const head = z.object({
  supplier: deskLineField("the supplier", 120, "Enter the supplier."),
  billNumber: deskOptionalLine("the number of the bill", 60),
  billedOn: dayField,
  purchase: z
    .string()
    .regex(/^([1-9]\d{0,8})?$/, openAgainMessage)
    .default("")
    .transform((id) => (id === "" ? null : Number(id))),
});

/** Opens a delivery. If a delivery of the same supplier and bill exists, redirects to this delivery. */
export const openDeliveryAtDesk = deskAction({
  name: "stock.open-delivery",
  does: "start a delivery",
  cannotUndo: "scanned books are not in stock until they are put on the shelf; an empty delivery can be deleted",
  ...stockPermission,
  read: (form) => readForm(form, head),
  async run({ services, session, at }, { purchase: purchaseOrderId, ...given }) {
    const by = { staffId: session.staff.id, at };
    const { id, isNew } = await openDelivery(services.db, { ...given, purchaseOrderId }, by);
    const { supplier, billNumber } = given;
    const words = `Started a delivery of ${supplier}${billNumber && `, bill ${billNumber}`}.`;
    return {
      answer: {
        id,
        words: isNew
          ? "Now scan the first book."
          : `This ${billNumber ? "bill" : "purchase order"} already has a delivery: your scans are added to it.`,
      },
      entry: isNew ? { action: "stock.open-delivery", words, subject: `delivery ${id}`, after: given } : null,
    };
  },
});

const scan = z.object({
  delivery: hiddenNumberField,
  once: idempotencyKeyField,
  code: codeField,
  copies: copiesField,
  cost: costField,
  // A scan queued in a browser before this field existed lacks it.
  mrp: costField.prefault(""),
});

/** Adds copies of a scanned book to a delivery; they are not in stock yet. */
export const scanIntoDelivery = deskAction({
  name: "stock.scan",
  does: "scan a book of a delivery",
  cannotUndo: "the book is not in stock yet, and its line can be changed or removed",
  ...stockPermission,
  read: (form) => readForm(form, scan),
  async run({ services: { db }, at }, { delivery, code: given, copies, cost: costPaise, mrp: printedMrpPaise }) {
    await heldDelivery(db, delivery);
    const code = await findScannedCode(db, given);
    const other = printedMrpPaise === null ? null : (await findLine(db, delivery, code))?.printedMrpPaise;
    if (other && other !== printedMrpPaise)
      refuseFields({
        mrp: `This book is in this delivery with the MRP of ${formatPaise(other)}. Copies with another printed MRP need a delivery of their own, so that they are told apart: add “new MRP” to the bill number there.`,
      });
    const line = await addToDelivery(db, delivery, { code, copies, costPaise, printedMrpPaise }, at);
    if (!line)
      throw new ActionRefused(
        `A delivery has at most ${maxLines} books, and 100,000 copies of each. Start another one for the rest.`,
      );
    const { title, lookupTitle } = line;
    const answer: Scanned = {
      code,
      title,
      lookupTitle,
      copies: line.copies,
      note: describeOtherMrp(line) ?? undefined,
    };
    return { answer, entry: null };
  },
});

const billedField = wholeNumberField(0, 1_00_000, { empty: { means: null }, or: ", or leave it empty" });

const line = z.object({
  delivery: hiddenNumberField,
  code: z.string().min(1, "Choose a line.").max(200, "Choose a line."),
  wasCopies: hiddenNumberField,
  wasCost: costField,
  wasMrp: costField.prefault(""),
  // A page that was loaded before these fields existed lacks them.
  wasDamaged: hiddenNumberField.prefault("0"),
  wasBilled: billedField.prefault(""),
  copies: wholeNumberField(0, 1_00_000, { or: "; 0 removes the line" }),
  damaged: wholeNumberField(0, 1_00_000, { empty: { means: 0 } }).prefault(""),
  billed: billedField.prefault(""),
  cost: costField,
  mrp: costField.prefault(""),
});

/** Changes the copies, cost and printed MRP of a line. */
export const changeDeliveryLine = deskAction({
  name: "stock.change-line",
  does: "change a line of a delivery",
  cannotUndo: "the book is not in stock yet, and its line can be changed again",
  ...stockPermission,
  read: (form) => readForm(form, line),
  async run({ services: { db } }, input) {
    const { delivery, code, copies, damaged, billed } = input;
    await heldDelivery(db, delivery);
    const was = {
      copies: input.wasCopies,
      damaged: input.wasDamaged,
      billed: input.wasBilled,
      costPaise: input.wasCost,
      printedMrpPaise: input.wasMrp,
    };
    const given = { copies, damaged, billed, costPaise: input.cost, printedMrpPaise: input.mrp };
    const done = await correctLine(db, delivery, code, was, given);
    if (!done.ok) throw new ActionRefused(describeRefused(done.reason, done.line, given));
    const isGone = copies === 0 && damaged === 0 && !billed;
    return { answer: isGone ? "The line was removed." : "Changed.", entry: null };
  },
});

function describeRefused(reason: "gone" | "changed" | "shelved", now: DeliveryLine | null, yours: LineValues): string {
  if (!now || reason === "gone") return "Somebody removed this line meanwhile.";
  if (reason === "shelved")
    return `${formatCount(now.shelved, "copy is", "copies are")} already on the shelf, so this number cannot be smaller. To remove copies from the shelf, correct them on the book’s page.`;
  return `Nothing was saved, because somebody changed this line meanwhile. It is now ${describeLine(now)}. You entered ${describeLine(yours)}.`;
}

function describeLine({ copies, damaged, billed, costPaise, printedMrpPaise }: LineValues): string {
  const cost = costPaise === null ? "" : ` at ${formatPaise(costPaise)}`;
  const mrp = printedMrpPaise === null ? "" : `, printed MRP ${formatPaise(printedMrpPaise)}`;
  const rest = `${damaged > 0 ? `, ${damaged} damaged` : ""}${billed === null ? "" : `, ${billed} billed`}`;
  return `${formatCount(copies, "copy", "copies")}${rest}${cost}${mrp}`;
}

const shelving = z.object({ delivery: hiddenNumberField, once: idempotencyKeyField, expected: hiddenNumberField });

/** Adds the waiting copies of a delivery to the stock, and informs readers who wait for the books. */
export const shelveFromDesk = deskAction({
  name: "stock.receive",
  does: "put a delivery on the shelf",
  ...stockPermission,
  read: (form) => readForm(form, shelving),
  async run({ services: { db }, session, at }, { delivery, expected }) {
    await heldDelivery(db, delivery);
    const by = { staffId: session.staff.id, at };
    const done = await shelveDelivery(db, delivery, expected, by);
    if (!done.ok)
      throw new ActionRefused(
        done.reason === "changed"
          ? `Nothing was put on the shelf, because somebody scanned meanwhile: there are now ${formatCount(done.copies, "copy", "copies")} instead of ${expected}. Check them and try again.`
          : "There is nothing to put on the shelf.",
      );
    const { books, copies, unknown, tooDear } = done;
    const what = `${formatCount(copies, "copy", "copies")} of ${formatCount(books.length, "book")}`;
    const rest =
      unknown > 0
        ? ` ${formatCount(unknown, "ISBN waits", "ISBNs wait")} for ${unknown === 1 ? "its" : "their"} book.`
        : "";
    return {
      answer: `${what} ${copies === 1 ? "is" : "are"} on the shelf.${rest}${tooDear > 0 ? ` ${formatCount(tooDear, "book waits", "books wait")} for a price up to the printed MRP.` : ""}`,
      entry: {
        action: "stock.receive",
        words: `Put ${what} of a delivery on the shelf.`,
        subject: `delivery ${delivery}`,
      },
    };
  },
});

/** Deletes a delivery before any of its copies is in stock. */
export const dropDeliveryAtDesk = deskAction({
  name: "stock.drop-delivery",
  does: "delete a delivery",
  cannotUndo: "no copy of the delivery was on the shelf",
  ...stockPermission,
  read: (form) => readForm(form, z.object({ delivery: hiddenNumberField })),
  async run({ services: { db } }, { delivery }) {
    await heldDelivery(db, delivery);
    if (!(await dropDelivery(db, delivery)))
      throw new ActionRefused("This delivery cannot be deleted, because copies of it are on the shelf.");
    return {
      answer: "The delivery is deleted.",
      entry: {
        action: "stock.drop-delivery",
        words: "Deleted a delivery without copies on the shelf.",
        subject: `delivery ${delivery}`,
      },
    };
  },
});

/** Locks a delivery until the transaction ends. Refuses the form if there is none. */
export async function heldDelivery(db: ActionContext["services"]["db"], id: number) {
  if (!(await lockDelivery(db, id)))
    throw new ActionRefused("This delivery no longer exists: somebody has deleted it.");
}

export const deliveryActions = [scanIntoDelivery, changeDeliveryLine, shelveFromDesk, dropDeliveryAtDesk] as const;
