/** Text that an import reads back unchanged: what looks like a character reference, such as `&amp;`, is escaped. */
export function keptText(text: string): string {
  return text.includes("&") ? text.replace(/&(?=(?:#\d{1,7}|#[xX][\da-fA-F]{1,6}|\w{2,8});)/g, "&amp;") : text;
}
