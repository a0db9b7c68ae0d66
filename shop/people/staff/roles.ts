/** The roles of the staff. This file alone defines their permissions; the page Staff shows them. */
export const roles = {
  owner: "Owner",
  bookseller: "Bookseller",
  packer: "Packer",
  accountant: "Accountant",
} as const;

export type Role = keyof typeof roles;

const everybody: readonly Role[] = ["owner", "bookseller", "packer", "accountant"];
const sellers: readonly Role[] = ["owner", "bookseller"];

/** The permissions, each with its description and the roles that have it. */
export const capabilities = {
  "own-sign-in": { words: "look after one’s own passkeys and sign-ins", roles: everybody },
  today: { words: "see what waits today", roles: everybody },
  parcels: { words: "pack and send parcels, and see what a label shows", roles: ["owner", "bookseller", "packer"] },
  stock: { words: "receive, count and correct copies", roles: ["owner", "bookseller", "packer"] },
  buying: { words: "order from suppliers, check their bills, and send copies back", roles: sellers },
  orders: { words: "see whole orders, change and cancel them, and handle returns", roles: sellers },
  "trade-terms": { words: "set the discount of a quotation by hand, and sell on credit", roles: ["owner"] },
  transfers: { words: "record bank transfers, and see what buyers owe", roles: ["owner", "bookseller", "accountant"] },
  counter: { words: "sell at the counter", roles: sellers },
  refunds: { words: "refund up to the limit", roles: sellers },
  "refunds-above-limit": { words: "refund above the limit", roles: ["owner"] },
  books: { words: "add and change books, prices and covers", roles: sellers },
  imports: { words: "import books from files, and undo that", roles: sellers },
  offers: { words: "make codes and bundles", roles: sellers },
  window: { words: "edit the storefront", roles: sellers },
  people: { words: "answer readers, their reviews and wishes, and help them", roles: sellers },
  reports: { words: "read reports", roles: ["owner", "bookseller", "accountant"] },
  papers: { words: "read bills, credit notes and tax papers", roles: ["owner", "bookseller", "accountant"] },
  payouts: { words: "see payouts", roles: ["owner", "accountant"] },
  settings: { words: "change settings", roles: ["owner"] },
  "daily-letter": { words: "get the shop’s letter every morning", roles: ["owner"] },
  staff: { words: "invite, change and remove staff", roles: ["owner"] },
  record: { words: "read the audit log", roles: sellers },
} as const satisfies Record<string, { words: string; roles: readonly Role[] }>;

export type Capability = keyof typeof capabilities;

/** Whether a role has a permission. */
export function may(role: Role, capability: Capability): boolean {
  return capabilities[capability].roles.some((one) => one === role);
}

export function isRole(given: string): given is Role {
  return Object.hasOwn(roles, given);
}

/** A role with its article, such as "an owner". */
export function oneOf(role: Role): string {
  const name = roles[role].toLowerCase();
  return `${/^[aeiou]/.test(name) ? "an" : "a"} ${name}`;
}

/** The roles with a permission, such as "an owner or a bookseller". */
export function whoMay(capability: Capability): string {
  const names = capabilities[capability].roles.map(oneOf);
  return names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} or ${names.at(-1)}`;
}
