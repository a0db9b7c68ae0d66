/**
 * What a document is called in an address before it has its number, so that a letter can link to it at once: the bill of
 * an order, or the credit note of a refund.
 */
export function documentName(refundId: number | null): string {
  return refundId === null ? "bill" : `refund-${refundId}`;
}

/** Whether an address asks for such a document. */
export function isDocumentName(name: string): boolean {
  return /^(bill|refund-[1-9]\d{0,14})$/.test(name);
}

/** A document's number where a slash would end it. */
export function numberInAddress(number: string): string {
  return number.replace("/", "-");
}
