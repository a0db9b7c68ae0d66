/**
 * The text in the audit log instead of a reason that may name a reader. Audit log entries cannot be erased, so the
 * reason is stored with the refund or return, and is erased together with the reader's data.
 */
export function auditReason(reason: string): string {
  return reason === "" ? "" : "See the order’s page for the reason.";
}
