/**
 * The text in the audit log in place of a reason that may name a reader. Entries there cannot be erased, so the reason
 * is stored with the refund or return, and is erased with its reader.
 */
export function whyOnOrder(reason: string): string {
  return reason === "" ? "" : "The reason stands on the order’s page.";
}
