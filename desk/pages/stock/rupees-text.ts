/** Paise as a form has them: `150.50`. */
export function rupeesText(paise: number | null): string {
  return paise === null ? "" : (paise / 100).toFixed(2).replace(/\.00$/, "");
}
