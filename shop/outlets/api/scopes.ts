/** The scopes that an API token may have, each with its description. */
export const scopes = {
  "stock:write": "set copies, price and MRP of a book by its ISBN",
  "orders:read": "read paid orders with the names, phone numbers and addresses of readers",
} as const;

export type Scope = keyof typeof scopes;

export function isScope(word: string): word is Scope {
  return Object.hasOwn(scopes, word);
}
