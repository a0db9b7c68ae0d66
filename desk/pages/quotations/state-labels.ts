import type { QuotationState } from "#shop/sales/quotations/quotation.ts";

/** How the desk names the state of a quotation. */
export const stateLabels: Record<QuotationState, string> = {
  draft: "Draft",
  sent: "Sent",
  over: "Not valid any more",
  ordered: "Ordered",
};
