/** Longest the payment window stays open, in seconds. */
const maxWindowSeconds = 900;

/**
 * How long the payment window stays open, in seconds: a quarter of an hour, or three fifths of a reservation shorter
 * than 25 minutes. Always less than the reservation, so that a slow bank may still answer within it.
 */
export function paymentWindowSeconds(reservationMinutes: number): number {
  return Math.min(maxWindowSeconds, Math.floor(reservationMinutes * 36));
}

/** An open order with less time left than this, in seconds, is replaced instead of reopened: the window and a little. */
export function reuseSeconds(reservationMinutes: number): number {
  return (paymentWindowSeconds(reservationMinutes) * 16) / 15;
}
