/**
 * Splits a sum in proportion to amounts, in whole paise: parts are rounded down, and the rest goes to the largest
 * remainders, the first of equal ones. No part exceeds its amount; a sum above all amounts returns the amounts.
 */
export function shareSum(sumPaise: number, amounts: number[]): number[] {
  const whole = amounts.reduce((sum, amount) => sum + amount, 0);
  if (sumPaise >= whole) return [...amounts];
  const exact = amounts.map((amount) => BigInt(sumPaise) * BigInt(amount));
  const parts = exact.map((part) => Number(part / BigInt(whole)));
  const left = sumPaise - parts.reduce((sum, part) => sum + part, 0);
  const byRemainder = exact
    .map((part, place) => ({ place, remainder: part % BigInt(whole) }))
    .sort((a, b) => (a.remainder === b.remainder ? a.place - b.place : a.remainder < b.remainder ? 1 : -1));
  for (const { place } of byRemainder.slice(0, left)) parts[place] = (parts[place] ?? 0) + 1;
  return parts;
}
