/** Parses the id of an address from a path or form; null when invalid. */
export function readAddressId(given: string): number | null {
  return /^[1-9]\d{0,14}$/.test(given) ? Number(given) : null;
}
