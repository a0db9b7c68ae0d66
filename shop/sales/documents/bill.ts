import type { Business } from "./business.ts";
import type {
  DocumentContent,
  DocumentLine,
  DocumentTitle,
  Seller,
  Signature,
  TaxClass,
  TaxedAmount,
} from "./document.ts";
import { stateOfGstCode, stateWithGstCode } from "./gst-states.ts";
import { spellRupees } from "./rupees-in-words.ts";
import { principalClass, shareTax, taxedAmount } from "./tax.ts";

/** The data of an order for its bill; prices include tax. */
export interface BilledOrder {
  number: string;
  name: string;
  addressLine1: string;
  addressLine2: string;
  city: string;
  stateCode: string;
  pin: string;
  business?: Business | null;
  /** ISO day; null unless it is on credit. */
  payBy?: string | null;
  lines: {
    position: number;
    title: string;
    author: string;
    hsn: string;
    taxClass: TaxClass;
    quantity: number;
    unitPricePaise: number;
    discountPaise: number;
  }[];
  shippingPaise: number;
  totalPaise: number;
}

export interface BillToWrite {
  number: string;
  /** ISO day in Asia/Kolkata. */
  issuedOn: string;
  seller: Seller;
  /** The bookseller's words at the foot; null for none. */
  words?: string | null;
  signature?: Signature | null;
  order: BilledOrder;
}

/** Builds the bill of an order. Throws if its lines and delivery do not add up to the order's total. */
export function buildBill({ number, issuedOn, seller, words, signature, order }: BillToWrite): DocumentContent {
  const recipients = describeRecipients(order);
  const { stateCode } = recipients.buyer;
  const isWithinState = seller.stateCode === stateCode;
  const lines: DocumentLine[] = order.lines.map((line) => {
    const { position, title, author, hsn, quantity, unitPricePaise, discountPaise } = line;
    const amount = taxedAmount(unitPricePaise * quantity - discountPaise, line.taxClass, seller.gstin, isWithinState);
    return { position, title, author, hsn, quantity, unitPricePaise, discountPaise, ...amount };
  });
  const shipping = taxedAmount(order.shippingPaise, principalClass(lines), seller.gstin, isWithinState);
  const sums = addUpDocument(lines, shipping, seller.stateCode, stateCode);
  if (sums.totalPaise !== order.totalPaise)
    throw new Error(`Order ${order.number} is ${order.totalPaise} paise, its bill would be ${sums.totalPaise}`);
  return {
    kind: "bill",
    title: titleOf(lines),
    number,
    issuedOn,
    seller,
    ...recipients,
    ...(words && { words }),
    ...(signature && { signature }),
    orderNumber: order.number,
    ...(order.business?.purchaseOrder && { purchaseOrder: order.business.purchaseOrder }),
    ...(order.payBy && { payBy: order.payBy }),
    placeOfSupply: stateWithGstCode(stateCode),
    lines,
    shipping,
    ...sums,
    corrects: null,
  };
}

/**
 * Whom an order is billed to and, if that is another one in another place, whom it is delivered to. The state of the buyer is
 * the place of supply: where the books are delivered, which without an address is the shop (IGST Act, section 10(1)(a) and
 * (ca)), or that of a registered buyer who has them delivered to another one (section 10(1)(b)).
 */
export function describeRecipients(order: BilledOrder): Pick<DocumentContent, "buyer" | "deliveredTo"> {
  const { name, addressLine1, addressLine2, city, pin, stateCode, business } = order;
  const address = [addressLine1, addressLine2, `${city} ${pin}`.trim()].filter(Boolean);
  const registeredIn = business?.address ? stateOfGstCode(business.gstin.slice(0, 2)) : null;
  if (business?.address && registeredIn !== null)
    return {
      buyer: { name: business.name, addressLines: [business.address], stateCode: registeredIn, gstin: business.gstin },
      ...(address.length > 0 && { deliveredTo: { name, addressLines: address, stateCode } }),
    };
  return {
    buyer: {
      name: business?.name || name,
      addressLines: business?.name && business.name !== name ? [name, ...address] : address,
      stateCode,
      ...(business?.gstin && { gstin: business.gstin }),
    },
  };
}

/** The sums at the end of a document. */
export function addUpDocument(lines: DocumentLine[], shipping: TaxedAmount, sellerState: string, buyerState: string) {
  const amounts = [...lines, shipping];
  const discountPaise = lines.reduce((sum, line) => sum + line.discountPaise, 0);
  const goodsPaise = lines.reduce((sum, line) => sum + line.totalPaise, discountPaise);
  const totalPaise = goodsPaise - discountPaise + shipping.totalPaise;
  return {
    goodsPaise,
    discountPaise,
    taxes: shareTax(amounts, sellerState, buyerState),
    untaxedPaise: amounts.reduce((sum, amount) => sum + (amount.rate === 0 ? amount.totalPaise : 0), 0),
    totalPaise,
    totalInWords: spellRupees(totalPaise),
  };
}

function titleOf(lines: DocumentLine[]): DocumentTitle {
  const taxed = lines.filter((line) => line.rate > 0).length;
  if (taxed === 0) return "Bill of Supply";
  return taxed === lines.length ? "Tax Invoice" : "Invoice-cum-Bill of Supply";
}
