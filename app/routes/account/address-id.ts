/** An address's id as it comes in a path or form; null when it could be none. */
export function readAddressId(given: string): number | null {
  return /^[1-9]\d{0,14}$/.test(given) ? Number(given) : null;
}
