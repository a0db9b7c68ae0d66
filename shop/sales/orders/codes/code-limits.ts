/** How long a code is valid, how often one may be typed, and how many are sent. */
export const codeLimits = {
  validMinutes: 10,
  /** How often a code may be typed, right or wrong. */
  tries: 5,
  /** Seconds to wait before a second, a third and a fourth code of an order; there is no fifth. */
  waitsSeconds: [60, 120, 300],
  /** Codes in 24 hours to one phone number, and for one network, which may be a mobile network. */
  ofPhone: 6,
  ofNetwork: 20,
  /** Days after which a code is deleted; until then it counts for the limits. */
  keptDays: 2,
} as const;

const mostOfOrder = codeLimits.waitsSeconds.length + 1;

/** When another code of an order may be sent, after those that were sent, newest first; null for never. */
export function nextSending(sentAt: readonly Date[]): Date | null {
  const [last] = sentAt;
  if (!last) return new Date(0);
  const wait = codeLimits.waitsSeconds[sentAt.length - 1];
  return wait === undefined || sentAt.length >= mostOfOrder ? null : new Date(last.getTime() + wait * 1000);
}

/** Until when a code is valid. */
export function endOfCode(sentAt: Date): Date {
  return new Date(sentAt.getTime() + codeLimits.validMinutes * 60_000);
}
