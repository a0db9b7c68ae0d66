import { addUpDocument } from "./bill.ts";
import type { DocumentContent, DocumentLine, TaxedAmount } from "./document.ts";
import { taxInside } from "./tax.ts";

/** Copies of a line of the bill that are given back for. */
export interface CreditedCopies {
  /** The line of the order. */
  position: number;
  /** 0 when its price is lowered, and no copy comes back. */
  quantity: number;
}

export interface CreditNoteToWrite {
  number: string;
  /** ISO day in Asia/Kolkata. */
  issuedOn: string;
  bill: DocumentContent;
  /** Credit notes the bill already has. */
  earlier: DocumentContent[];
  /** What the reader gets back. */
  amountPaise: number;
  /** Empty when the refund names no copies. */
  copies: CreditedCopies[];
  /** As it is printed. */
  reason: string;
}

/** What earlier credit notes left of a line. */
interface Left {
  line: DocumentLine;
  quantity: number;
  totalPaise: number;
  taxPaise: number;
}

/**
 * Writes the credit note of a refund, for exactly its amount. Named copies are credited at what they cost; more than
 * that is delivery, then a lower price. Without named copies the amount is spread over all that is left of the bill; when
 * it is all that is left, every copy comes back. Throws a RangeError for more than is left of the bill.
 */
export function buildCreditNote(facts: CreditNoteToWrite): DocumentContent {
  const { bill, amountPaise, number, issuedOn, reason } = facts;
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
    // Of a line of which no copy comes back the price is lowered, by all that is left at most.
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
    orderNumber: bill.orderNumber,
    placeOfSupply: bill.placeOfSupply,
    lines,
    shipping,
    ...addUpDocument(lines, shipping, bill.seller.stateCode, bill.buyer.stateCode),
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

/** What copies of a line cost, counted on from those before, so that all copies together cost the line. */
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
  // Never negative: a copy's price and a goodwill amount on top of it can be more than its own price.
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
 * Part of an amount of the bill of which so much is left, with its tax: however it is cut, the parts' tax adds up to what
 * the bill says, also on a bill whose tax was rounded in another way, and no part has more tax than it is worth.
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
  // The rest must be able to bear its tax, and so must this part.
  const minTax = Math.max(0, left.taxPaise - restPaise);
  const exactTax = Math.min(totalPaise, left.taxPaise, Math.max(minTax, left.taxPaise - restTax));
  // Two equal taxes cannot share an odd paisa: it stays with the rest, unless that is too small for it.
  const isOdd = isWithinState && left.taxPaise % 2 === 0 && exactTax % 2 === 1;
  const taxPaise = isOdd && exactTax > minTax ? exactTax - 1 : exactTax;
  return { taxClass, rate, taxablePaise: totalPaise - taxPaise, taxPaise, totalPaise };
}

/** Shares an amount in proportion, to the paisa; no share is more than its part. */
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
