/**
 * The name of a document in a URL: the bill of an order, or the credit note of a refund. Unlike the document's number,
 * the name is known before the document is issued, so that a letter can link to it at once.
 */
export function documentName(refundId: number | null): string {
  return refundId === null ? "bill" : `refund-${refundId}`;
}

/** Whether a name from an address is such a name. */
export function isDocumentName(name: string): boolean {
  return /^(bill|refund-[1-9]\d{0,14})$/.test(name);
}

/** A document's number in a URL: with a dash for the slash, which would split the path. */
export function numberInAddress(number: string): string {
  return number.replaceAll("/", "-");
}
