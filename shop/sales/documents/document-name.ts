/**
 * The name of a document in an address, known before its number, so that a letter can link to it at once: the bill of
 * an order, or the credit note of a refund.
 */
export function documentName(refundId: number | null): string {
  return refundId === null ? "bill" : `refund-${refundId}`;
}

/** Whether a name from an address is such a name. */
export function isDocumentName(name: string): boolean {
  return /^(bill|refund-[1-9]\d{0,14})$/.test(name);
}

/** A document's number for an address, where the slash would split the path. */
export function numberInAddress(number: string): string {
  return number.replace("/", "-");
}
