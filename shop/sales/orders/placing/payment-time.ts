/** The maximum time for which the payment window is open, in seconds. */
const maxWindowSeconds = 900;

/**
 * How long the payment window is open, in seconds: 15 minutes, or three fifths of a reservation shorter than 25
 * minutes. Always less than the reservation, so that a slow bank can still answer within it.
 */
export function paymentWindowSeconds(reservationMinutes: number): number {
  return Math.min(maxWindowSeconds, Math.floor(reservationMinutes * 36));
}

/**
 * An unpaid order with less time left than this, in seconds, is replaced instead of reopened: the payment window plus a
 * margin.
 */
export function reuseSeconds(reservationMinutes: number): number {
  return (paymentWindowSeconds(reservationMinutes) * 16) / 15;
}
