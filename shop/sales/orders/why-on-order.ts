/**
 * What the record says where a reason was given that a reader may be named in: nothing there can be erased, so the reason stands
 * with the refund or the return, and goes when its reader is erased.
 */
export function whyOnOrder(reason: string): string {
  return reason === "" ? "" : "The reason stands on the order’s page.";
}
