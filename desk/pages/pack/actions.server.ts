import { z } from "zod";

import { orderField, readForm } from "#desk/http/read-form.ts";
import { findBookCodes } from "#shop/office/stock-room/find-book-codes.server.ts";
import { packCopy, unpackCopy, type Packed, type PackedWhat } from "#shop/sales/orders/parcels/pack-order.server.ts";
import type { Services } from "#shop/services.ts";
import { requiredItem } from "#shop/kernel/text/required-value.ts";
import { ActionRefused, deskAction, type ReadAction } from "#shop/people/staff/run-action.server.ts";

const ofPackers = { needs: "parcels", proof: "passkey" } as const;
const positionField = z.string().regex(/^\d{1,4}$/, "Choose a book.");

interface Scan {
  order: string;
  what: { scanned: string } | { position: number };
}

/** Reads a scan: the code on a book, or the position of a line ticked by hand. */
function readScan(form: FormData): ReadAction<Scan> {
  const order = readForm(form, z.object({ order: orderField }));
  if (!order.ok) return order;
  if (form.has("position")) {
    const ticked = readForm(form, z.object({ position: positionField }));
    if (!ticked.ok) return ticked;
    return { ok: true, input: { order: order.input.order, what: { position: Number(ticked.input.position) } } };
  }
  const code = String(form.get("isbn") ?? "").slice(0, 100);
  if (code.trim() === "") return { ok: false, errors: { isbn: "Scan or type the number on the book." } };
  return { ok: true, input: { order: order.input.order, what: { scanned: code } } };
}

/** Resolves the code on a book. Refuses the form if it belongs to no book. */
async function findScannedBook({ db }: Pick<Services, "db">, what: Scan["what"]): Promise<PackedWhat> {
  if ("position" in what) return what;
  const found = requiredItem(await findBookCodes(db, [what.scanned]), 0);
  if ("code" in found) return found;
  const problem = `${found.problem} Nothing was packed.`;
  throw new ActionRefused(problem, { isbn: problem });
}

/** Marks a copy of the scanned book as packed. A wrong book or one copy too many is an error. */
export const scanIntoParcel = deskAction({
  name: "parcels.scan",
  does: "pack a parcel",
  cannotUndo: "a scanned book can be taken out on the same page",
  ...ofPackers,
  read: readScan,
  async run({ services }, { order, what }) {
    const packed = await packCopy(services, order, await findScannedBook(services, what));
    if (!packed.ok) throw new ActionRefused(problemOf(packed, order));
    const { title, wanted } = packed;
    const count = wanted === 1 ? "It is packed" : `${packed.packed} of ${wanted} are packed`;
    const answer = packed.isComplete
      ? `${title}: ${packed.isRest ? "the whole rest of the order" : "the whole order"} is packed.`
      : `${title}: ${count}.`;
    return { answer, entry: null };
  },
});

export const takeOutOfParcel = deskAction({
  name: "parcels.take-out",
  does: "take a book out of a parcel",
  cannotUndo: "the book can be scanned again",
  ...ofPackers,
  read: (form) => readForm(form, z.object({ order: orderField, position: positionField })),
  async run({ services }, { order, position }) {
    const taken = await unpackCopy(services, order, Number(position));
    if (!taken.ok) throw new ActionRefused(problemOf(taken, order));
    return { answer: `${taken.title}: one copy was taken out of the parcel.`, entry: null };
  },
});

function problemOf(packed: Extract<Packed, { ok: false }>, order: string): string {
  switch (packed.reason) {
    case "no-such-order":
      return `There is no order ${order}.`;
    case "not-to-pack":
      return `Order ${order} is no longer waiting to be packed: somebody has sent or cancelled it.`;
    case "nothing-to-take-out":
      return "No copy of this book is in the parcel.";
    case "none-left":
      return `All copies of “${packed.title}” in this order are already on their way. Put this copy back.`;
    case "wrong-book":
      return packed.title === null
        ? "Wrong book: it is not in this order, and the shop does not know its number."
        : `Wrong book: “${packed.title}” is not in this order. Put it back.`;
    case "too-often":
      return packed.wanted === 1
        ? `One too many: the order has one copy of “${packed.title}”, and it is packed.`
        : `One too many: the order has ${packed.wanted} copies of “${packed.title}”, and all are packed.`;
  }
}

export const packActions = [scanIntoParcel, takeOutOfParcel] as const;
