/** Adds up a month's bills and credit notes for GSTR-1, the GST return of sales. */
import type { DocumentContent, DocumentLine, TaxedAmount } from "#shop/sales/documents/document.ts";
import { tillOfNumber } from "#shop/sales/documents/document-number.ts";
import { gstCodeOf } from "#shop/sales/documents/gst-states.ts";

/** Whether a sale is inside the seller's state or to another state, as GSTR-1 writes it. */
type Supply = "INTRA" | "INTER";

/** Table 7: taxed sales to consumers by place of supply and rate, less credit notes. In paise. */
export interface TaxedSales extends TaxSums {
  supply: Supply;
  /** The state's GST code of two digits, such as 29. */
  placeOfSupply: string;
  rate: number;
}

/** Tables 4 and 9B: a taxed bill to a registered buyer, or its credit note, at one rate. In paise. */
export interface RegisteredSale extends TaxSums {
  kind: "bill" | "credit-note";
  /** The buyer's. */
  gstin: string;
  number: string;
  /** ISO day. */
  issuedOn: string;
  totalPaise: number;
  placeOfSupply: string;
  rate: number;
}

/** Table 8: exempt and nil-rated sales, less credit notes. In paise. */
export interface UntaxedSales {
  supply: Supply;
  /** Whether the buyers are registered. */
  isRegistered: boolean;
  exemptPaise: number;
  nilRatedPaise: number;
}

/** Table 12: all sales by HSN code and rate, less credit notes. In paise. */
export interface HsnSales extends TaxSums {
  /** Whether the buyers are registered. */
  isRegistered: boolean;
  hsn: string;
  rate: number;
  copies: number;
}

/** Table 13: the document numbers of one series that were issued in the month; each till has a series of bills. */
export interface IssuedNumbers {
  kind: "bill" | "credit-note";
  first: string;
  last: string;
  count: number;
}

type KindOfSale = Pick<UntaxedSales, "supply" | "isRegistered">;

interface TaxSums {
  taxablePaise: number;
  integratedPaise: number;
  centralPaise: number;
  statePaise: number;
}

/** A month's bills and credit notes in the tables of GSTR-1. */
export interface GstReturn {
  gstin: string;
  /** Such as `2026-10`. */
  month: string;
  /** In the order of the documents. */
  registered: RegisteredSale[];
  taxed: TaxedSales[];
  untaxed: UntaxedSales[];
  hsn: HsnSales[];
  numbers: IssuedNumbers[];
  /**
   * Numbers of taxed bills to consumers above ₹1 lakh to another state, and of their credit notes. They are entered one
   * by one in tables 5 and 9B, and are not in table 7 (rule 59(4) of the CGST Rules), but in tables 12 and 13.
   */
  large: string[];
}

const largeBillPaise = 1_00_000_00;

/**
 * Adds up one month's bills and credit notes of the seller with this GSTIN for GSTR-1. Add them in the order of their
 * numbers. `correctedPaise` is the total of the bill that a credit note corrects, and null for a bill.
 */
export function gstReturnOf(gstin: string, month: string) {
  const registered: RegisteredSale[] = [];
  const taxed = new Map<string, TaxedSales>();
  const untaxed = new Map<string, UntaxedSales>();
  const hsn = new Map<string, HsnSales>();
  const numbers = new Map<string, IssuedNumbers>();
  const large: string[] = [];

  function add(document: DocumentContent, correctedPaise: number | null) {
    const { kind, number, seller, buyer, issuedOn, totalPaise } = document;
    const isRegistered = buyer.gstin !== undefined;
    const supply: Supply = seller.stateCode === buyer.stateCode ? "INTRA" : "INTER";
    const sign = kind === "bill" ? 1 : -1;
    const isTaxed = document.taxes.length > 0;
    const isLarge =
      !isRegistered && supply === "INTER" && isTaxed && (correctedPaise ?? document.totalPaise) > largeBillPaise;
    if (isLarge) large.push(number);

    const placeOfSupply = gstCodeOf(buyer.stateCode);
    const ofBuyer = new Map<number, RegisteredSale>();
    for (const amount of [...document.lines, document.shipping]) {
      const { rate } = amount;
      if (amount.totalPaise === 0) continue;
      if (rate === 0) addUntaxed({ supply, isRegistered }, amount, sign);
      else if (buyer.gstin !== undefined) {
        const { gstin: ofWhom } = buyer;
        const begin = { kind, gstin: ofWhom, number, issuedOn, totalPaise, placeOfSupply, rate, ...none };
        // The amounts of a credit note are positive here, as its table subtracts them.
        addTax(
          entryOf(ofBuyer, rate, () => begin),
          amount,
          supply,
          1,
        );
      } else if (!isLarge)
        addTax(
          entryOf(taxed, `${placeOfSupply} ${rate}`, () => ({ supply, placeOfSupply, rate, ...none })),
          amount,
          supply,
          sign,
        );
    }
    registered.push(...ofBuyer.values());
    const kindOfSale = { supply, isRegistered };
    for (const line of document.lines) addHsn(line.hsn, line, kindOfSale, sign, line.quantity);
    // Delivery is part of the main supply (CGST Act, section 8(a)), so it has its HSN code.
    const main = mainLine(document);
    if (document.shipping.totalPaise > 0 && main) addHsn(main.hsn, document.shipping, kindOfSale, sign, 0);

    const series = `${kind} ${tillOfNumber(number)}`;
    const given = entryOf(numbers, series, () => ({ kind, first: number, last: number, count: 0 }));
    given.last = number;
    given.count += 1;
  }

  function addUntaxed(kindOfSale: KindOfSale, { taxClass, totalPaise }: TaxedAmount, sign: number) {
    const key = `${kindOfSale.isRegistered} ${kindOfSale.supply}`;
    const sums = entryOf(untaxed, key, () => ({ ...kindOfSale, exemptPaise: 0, nilRatedPaise: 0 }));
    if (taxClass === "exempt") sums.exemptPaise += sign * totalPaise;
    else sums.nilRatedPaise += sign * totalPaise;
  }

  function addHsn(
    code: string,
    amount: TaxedAmount,
    { supply, isRegistered }: KindOfSale,
    sign: number,
    copies: number,
  ) {
    const key = `${isRegistered} ${code} ${amount.rate}`;
    const sums = entryOf(hsn, key, () => ({ isRegistered, hsn: code, rate: amount.rate, copies: 0, ...none }));
    sums.copies += sign * copies;
    addTax(sums, amount, supply, sign);
  }

  function end(): GstReturn {
    return {
      gstin,
      month,
      registered,
      taxed: sorted(taxed, ({ placeOfSupply, rate }) => `${placeOfSupply} ${String(rate).padStart(3, "0")}`),
      untaxed: sorted(untaxed, ({ isRegistered, supply }) => `${isRegistered} ${supply}`),
      hsn: sorted(hsn, (sums) => `${sums.isRegistered} ${sums.hsn} ${String(sums.rate).padStart(3, "0")}`),
      numbers: sorted(numbers, ({ kind, first }) => `${kind} ${tillOfNumber(first)}`),
      large,
    };
  }

  return { add, end };
}

const none: TaxSums = { taxablePaise: 0, integratedPaise: 0, centralPaise: 0, statePaise: 0 };

/**
 * Inside a state, the tax has two halves. Of an odd number of paise, which only old bills have, the state gets the
 * larger half, as it does on the bill.
 */
function addTax(sums: TaxSums, { taxablePaise, taxPaise }: TaxedAmount, supply: Supply, sign: number) {
  sums.taxablePaise += sign * taxablePaise;
  if (supply === "INTER") sums.integratedPaise += sign * taxPaise;
  else {
    const central = Math.floor(taxPaise / 2);
    sums.centralPaise += sign * central;
    sums.statePaise += sign * (taxPaise - central);
  }
}

/** The line of the highest amount, among those with the tax class of the delivery if there are any. */
function mainLine({ lines, shipping }: DocumentContent): DocumentLine | undefined {
  const alike = lines.filter(({ taxClass }) => taxClass === shipping.taxClass);
  return (alike.length > 0 ? alike : lines).toSorted((a, b) => b.totalPaise - a.totalPaise)[0];
}

function entryOf<Key, Value>(map: Map<Key, Value>, key: Key, begin: () => Value): Value {
  const known = map.get(key);
  if (known) return known;
  const entry = begin();
  map.set(key, entry);
  return entry;
}

function sorted<Value>(map: Map<string, Value>, keyOf: (value: Value) => string): Value[] {
  return [...map.values()].toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
}
