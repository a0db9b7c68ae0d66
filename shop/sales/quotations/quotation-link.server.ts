import { href } from "#routing/href.ts";
import { isSignature, sign } from "#shop/kernel/security/signature.server.ts";
import { quotationNumber } from "./quotation.ts";

const subjectOf = (id: number) => `quotation ${id}`;

/** The link by which the buyer reads and accepts a quotation. */
export function quotationLink(publicUrl: string, linkKey: string, id: number): string {
  const key = sign(linkKey, subjectOf(id));
  return publicUrl + href("/quotations/:quotation", { quotation: quotationNumber(id) }, { key });
}

/** The id of the quotation that an address names, if its key is right; else null. */
export function readQuotationLink(linkKey: string, number: string, key: string | null): number | null {
  const [, digits] = /^QN-([1-9]\d{0,8})$/.exec(number) ?? [];
  return digits !== undefined && isSignature(linkKey, subjectOf(Number(digits)), key) ? Number(digits) : null;
}
