import { takeBackEach } from "#shop/kernel/audit-log/take-back-each.ts";
import { findTracking, restoreTracking } from "./correct-tracking.server.ts";

/** Takes a corrected tracking number back, while the parcel is on its way. */
export const takeBackTracking = takeBackEach({
  find: findTracking,
  save: restoreTracking,
  remove: () => Promise.resolve(false),
  nameOf: (key) => {
    const [number, place] = key.split(" ");
    return `parcel ${place} of order ${number}`;
  },
  whyItStays: "it was sent",
  labels: { carrier: "the carrier", trackingNumber: "the tracking number", trackingUrl: "the link" },
});
