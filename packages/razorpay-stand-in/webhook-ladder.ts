// Retry delays in seconds, as measured by a developer of an integration: 16 deliveries in 22.76 hours.
const waitsSeconds = [0.23, 6, 13, 20, 43, 82, 162, 324, 643, 1283, 2566, 5132, 10_240, 20_480, 40_960];
const slowFirstWaitSeconds = 7;
const slowEvents = new Set(["refund.created", "payment.failed"]);

/** Webhooks are disabled if none succeeds for this many seconds after the first delivery of an event. */
export const disableAfterSeconds = 86_400;

/** Seconds to wait after failed delivery number `deliveries` (1 = the first); null after the last. */
export function retryWaitSeconds(event: string, deliveries: number): number | null {
  if (deliveries === 1 && slowEvents.has(event)) return slowFirstWaitSeconds;
  return waitsSeconds[deliveries - 1] ?? null;
}
