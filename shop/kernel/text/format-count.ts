/** A number with its noun, such as `1 letter`, `3 letters` or `1,200 copies`. */
export function formatCount(number: number, thing: string, things = `${thing}s`): string {
  return `${number.toLocaleString("en-IN")} ${number === 1 ? thing : things}`;
}
