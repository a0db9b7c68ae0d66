/** What a token may allow, and what each of it means. */
export const scopes = {
  "stock:write": "set copies, price and MRP of a book by its ISBN",
  "orders:read": "read paid orders with the names, phone numbers and addresses of readers",
} as const;

/** Something that a token may allow. */
export type Scope = keyof typeof scopes;

/** Whether a word names a scope. */
export function isScope(word: string): word is Scope {
  return Object.hasOwn(scopes, word);
}
