/**
 * The text in the audit log in place of a reason that may name a reader. Entries there cannot be erased, so the reason
 * is stored with the refund or return, and is erased with its reader.
 */
export function auditReason(reason: string): string {
  return reason === "" ? "" : "See the order’s page for the reason.";
}
