/** Paise as decimal rupees, for forms and files: `499` or `499.50`. */
export function decimalRupees(paise: number): string {
  const rest = paise % 100;
  return `${(paise - rest) / 100}${rest === 0 ? "" : `.${String(rest).padStart(2, "0")}`}`;
}
