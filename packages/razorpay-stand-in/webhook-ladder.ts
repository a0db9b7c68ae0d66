// Waits between deliveries as one integrator measured them; together 22.76 hours and 16 deliveries.
const waitsSeconds = [0.23, 6, 13, 20, 43, 82, 162, 324, 643, 1283, 2566, 5132, 10_240, 20_480, 40_960];
const slowFirstWaitSeconds = 7;
const slowEvents = new Set(["refund.created", "payment.failed"]);

/** A webhook that fails this long after an event is switched off. */
export const disableAfterSeconds = 86_400;

/** Seconds to wait after the given failed delivery (1 = the first); null when there will be no other. */
export function retryWaitSeconds(event: string, deliveries: number): number | null {
  if (deliveries === 1 && slowEvents.has(event)) return slowFirstWaitSeconds;
  return waitsSeconds[deliveries - 1] ?? null;
}
