import type { ParcelNews } from "#shop/sales/carriers/carrier.ts";

/** What a scan of Delhivery means: its type and status, and its code where the status is not enough. */
export function readStatus({
  StatusType: type = "",
  Status: status = "",
  StatusCode: code = "",
}: {
  StatusType?: string;
  Status?: string;
  StatusCode?: string;
}): ParcelNews {
  switch (type.toUpperCase()) {
    case "UD":
      return readForward(status.toLowerCase(), code);
    case "DL":
      return /^(rto|dto)$/i.test(status) ? "came-back" : /^delivered$/i.test(status) ? "delivered" : "unknown";
    case "RT":
      return "coming-back";
    case "CN":
      return "cancelled";
    default:
      return "unknown";
  }
}

function readForward(status: string, code: string): ParcelNews {
  switch (status) {
    case "manifested":
    case "not picked":
    case "open":
    case "scheduled":
      return "booked";
    case "in transit":
      return code === "X-PPOM" ? "picked-up" : "moving";
    // A code EOD-… of a parcel at its destination says why it could not be handed over.
    case "pending":
      return code.startsWith("EOD-") ? "not-delivered" : "moving";
    case "dispatched":
      return "out-for-delivery";
    default:
      return /lost|damaged/.test(status) ? "lost" : "unknown";
  }
}
