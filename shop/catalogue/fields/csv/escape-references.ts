/** Escapes text that looks like a character reference, such as `&amp;`, so that an import reads it back unchanged. */
export function escapeReferences(text: string): string {
  return text.includes("&") ? text.replace(/&(?=(?:#\d{1,7}|#[xX][\da-fA-F]{1,6}|\w{2,8});)/g, "&amp;") : text;
}
