/** Formats paise as rupees for a form field: `150.50`, or `150` for whole rupees. */
export function formatRupeesField(paise: number | null): string {
  return paise === null ? "" : (paise / 100).toFixed(2).replace(/\.00$/, "");
}
