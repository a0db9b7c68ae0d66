/** Digits with or without separators for lakhs or thousands, and at most two decimals. */
const written = /^(?:₹\s*)?(\d{1,9}|\d{1,2}(?:,\d{2})*,\d{3}|\d{1,3}(?:,\d{3})+)(?:\.(\d{1,2}))?$/;

/**
 * Parses typed rupees, such as `150`, `150.50` or `₹1,00,000.50`, to paise; null if malformed. Works on the digits,
 * because floating point is inexact: `8.2 * 100` is less than 820.
 */
export function readRupees(typed: string): number | null {
  const [, rupees, decimals = ""] = written.exec(typed.trim()) ?? [];
  if (rupees === undefined) return null;
  return Number(rupees.replaceAll(",", "")) * 100 + Number(decimals.padEnd(2, "0"));
}
