/** Builds the credit note of a refund from the bill and its earlier credit notes, to the paisa. */

import { addUpDocument } from "./bill.ts";
import type { DocumentContent, DocumentLine, Signature, TaxedAmount } from "./document.ts";
import { taxInside } from "./tax.ts";

/** Copies of an order line that are credited. */
export interface CreditedCopies {
  /** The position of the order line. */
  position: number;
  /** 0 if only the price is lowered and no copy is returned. */
  quantity: number;
}

export interface CreditNoteToWrite {
  number: string;
  /** ISO day in Asia/Kolkata. */
  issuedOn: string;
  bill: DocumentContent;
  /** The earlier credit notes of the bill. */
  earlier: DocumentContent[];
  /** The amount of the refund. */
  amountPaise: number;
  /** Empty if the refund names no copies. */
  copies: CreditedCopies[];
  /** As printed on the document. */
  reason: string;
  signature?: Signature | null;
}

/** The part of a line that earlier credit notes did not credit. */
interface Left {
  line: DocumentLine;
  quantity: number;
  totalPaise: number;
  taxPaise: number;
}

/**
 * Builds the credit note for exactly `amountPaise`. `copies` are credited at their prices; a surplus credits delivery
 * first, then lowers prices. Without `copies` the amount is spread over the rest of the bill, and if it is the whole
 * rest, every copy is credited. Throws a RangeError if the amount or the copies exceed the rest of the bill.
 */
export function buildCreditNote(facts: CreditNoteToWrite): DocumentContent {
  const { bill, amountPaise, number, issuedOn, reason, signature } = facts;
  const left = bill.lines.map((line) => leftOf(line, facts.earlier));
  const shippingBefore = facts.earlier.reduce((sum, note) => sum + note.shipping.totalPaise, 0);
  const shippingLeft = bill.shipping.totalPaise - shippingBefore;
  const allLeft = left.reduce((sum, remaining) => sum + remaining.totalPaise, shippingLeft);
  if (!Number.isSafeInteger(amountPaise) || amountPaise < 1 || amountPaise > allLeft)
    throw new RangeError(`${amountPaise} paise cannot be credited on ${bill.number}: ${allLeft} are left`);

  for (const { position, quantity } of facts.copies)
    if (!(quantity >= 0) || !left.some(({ line }) => line.position === position))
      throw new RangeError(`${quantity} copies of line ${position} cannot be credited on ${bill.number}`);

  const copies = left.map((remaining) => {
    const quantity = quantityOf(remaining, facts.copies, amountPaise === allLeft);
    // A named line without copies gets a lower price, at most by the rest of the line.
    const isLowered = quantity === 0 && facts.copies.some(({ position }) => position === remaining.line.position);
    return { remaining, quantity, pricePaise: isLowered ? remaining.totalPaise : priceOf(remaining, quantity) };
  });
  const prices = copies.map(({ pricePaise }) => pricePaise);
  const named = Math.min(amountPaise, add(prices));
  const forCopies = spread(named, prices);
  const isNamed = facts.copies.length > 0;
  const shippingFirst = isNamed ? Math.min(amountPaise - named, shippingLeft) : 0;
  const loose = spread(amountPaise - named - shippingFirst, [
    ...left.map((remaining, place) => remaining.totalPaise - (forCopies[place] ?? 0)),
    shippingLeft - shippingFirst,
  ]);

  const isWithinState = bill.seller.stateCode === bill.buyer.stateCode;
  const lines = copies
    .map(({ remaining, quantity }, place) =>
      creditedLine(remaining, quantity, (forCopies[place] ?? 0) + (loose[place] ?? 0), isWithinState),
    )
    .filter((line) => line.totalPaise > 0 || line.quantity > 0);
  const shippingTaxLeft = facts.earlier.reduce((sum, note) => sum - note.shipping.taxPaise, bill.shipping.taxPaise);
  const shippingRest = { totalPaise: shippingLeft, taxPaise: shippingTaxLeft };
  const shipping = credited(bill.shipping, shippingRest, shippingFirst + (loose.at(-1) ?? 0), isWithinState);
  return {
    kind: "credit-note",
    title: "Credit Note",
    number,
    issuedOn,
    seller: bill.seller,
    buyer: bill.buyer,
    ...(bill.deliveredTo && { deliveredTo: bill.deliveredTo }),
    orderNumber: bill.orderNumber,
    ...(bill.purchaseOrder && { purchaseOrder: bill.purchaseOrder }),
    placeOfSupply: bill.placeOfSupply,
    lines,
    shipping,
    ...addUpDocument(lines, shipping, bill.seller.stateCode, bill.buyer.stateCode),
    ...(signature && { signature }),
    corrects: { number: bill.number, issuedOn: bill.issuedOn, reason },
  };
}

function leftOf(line: DocumentLine, earlier: DocumentContent[]): Left {
  const before = earlier.flatMap((note) => note.lines.filter(({ position }) => position === line.position));
  return {
    line,
    quantity: line.quantity - add(before.map(({ quantity }) => quantity)),
    totalPaise: line.totalPaise - add(before.map(({ totalPaise }) => totalPaise)),
    taxPaise: line.taxPaise - add(before.map(({ taxPaise }) => taxPaise)),
  };
}

function quantityOf({ line, quantity }: Left, copies: CreditedCopies[], isRest: boolean): number {
  if (copies.every((copy) => copy.quantity === 0)) return isRest ? quantity : 0;
  const wanted = add(copies.filter(({ position }) => position === line.position).map((copy) => copy.quantity));
  if (wanted > quantity)
    throw new RangeError(`${wanted} copies of "${line.title}" cannot be credited: ${quantity} left`);
  return wanted;
}

/** The price of the next `wanted` copies of a line, rounded so that all copies add up to the line's total. */
function priceOf({ line, quantity, totalPaise }: Left, wanted: number): number {
  const upTo = (copies: number) => Math.round((line.totalPaise * copies) / line.quantity);
  const before = line.quantity - quantity;
  return Math.min(totalPaise, upTo(before + wanted) - upTo(before));
}

function creditedLine(
  { line, totalPaise: leftPaise, taxPaise: taxLeft }: Left,
  quantity: number,
  amountPaise: number,
  isWithinState: boolean,
): DocumentLine {
  const unitPricePaise = quantity > 0 ? line.unitPricePaise : 0;
  // Never negative: the price of the copies plus a goodwill amount can exceed their unit prices.
  const discountPaise = Math.max(0, unitPricePaise * quantity - amountPaise);
  return {
    ...line,
    quantity,
    unitPricePaise,
    discountPaise,
    ...credited(line, { totalPaise: leftPaise, taxPaise: taxLeft }, amountPaise, isWithinState),
  };
}

/**
 * The credited part of an amount, with its tax. The taxes of all parts add up to the bill's tax, even if the bill was
 * rounded in another way, and no part has more tax than its own amount.
 */
function credited(
  whole: TaxedAmount,
  left: Pick<TaxedAmount, "totalPaise" | "taxPaise">,
  totalPaise: number,
  isWithinState: boolean,
): TaxedAmount {
  const { taxClass, rate } = whole;
  const restPaise = left.totalPaise - totalPaise;
  const restTax = Math.min(whole.taxPaise, taxInside(restPaise, rate, isWithinState));
  // Neither the rest nor this part may have more tax than its amount.
  const minTax = Math.max(0, left.taxPaise - restPaise);
  const exactTax = Math.min(totalPaise, left.taxPaise, Math.max(minTax, left.taxPaise - restTax));
  // CGST and SGST are equal, so an odd paisa stays with the rest, unless that is too small for it.
  const isOdd = isWithinState && left.taxPaise % 2 === 0 && exactTax % 2 === 1;
  const taxPaise = isOdd && exactTax > minTax ? exactTax - 1 : exactTax;
  return { taxClass, rate, taxablePaise: totalPaise - taxPaise, taxPaise, totalPaise };
}

/** Splits an amount in proportion to `parts`, to the paisa; no share exceeds its part. */
function spread(amount: number, parts: number[]): number[] {
  const whole = add(parts);
  let before = 0;
  let shared = 0;
  return parts.map((part) => {
    before += part;
    const upTo = whole === 0 ? 0 : Number((BigInt(amount) * BigInt(before)) / BigInt(whole));
    const share = upTo - shared;
    shared = upTo;
    return share;
  });
}

function add(amounts: number[]): number {
  return amounts.reduce((sum, amount) => sum + amount, 0);
}
