import type { Role } from "#shop/people/staff/roles.ts";
import type { TestDesk } from "#tests/support/desk/desk.ts";

/** Every role. */
export const everyRole = ["owner", "bookseller", "packer", "accountant"] as const satisfies Role[];

/** What one action answers whoever may do it, and who that is. */
export interface AuthorityLine {
  may: readonly Role[];
  /** A form that can be done; `target` is the number of somebody of the staff. `order`, `entry` and other
   * names that the page's path has are put into it. */
  form: (target: number, desk: TestDesk) => Record<string, string> | Promise<Record<string, string>>;
  /** The status for who may, with a passkey shown just now. */
  done: number;
  /** The same with one that was shown eleven minutes ago: 403 asks for it again. */
  old: number;
  /** The same in a browser that showed none since its sign-in: 303 leads to the passkey. */
  never: number;
  /** The status for who is not signed in: a page leads to the sign-in, a script is told. */
  signedOut: number;
}

/** For owners alone. */
export const ofOwners = { may: ["owner"], old: 403, never: 303, signedOut: 303 } as const;
/** For owners and booksellers. */
export const ofSellers = { ...ofOwners, may: ["owner", "bookseller"] } as const;
/** For whoever packs; a passkey that was shown once is enough. */
export const ofPackers = {
  may: ["owner", "bookseller", "packer"],
  done: 303,
  old: 303,
  never: 303,
  signedOut: 303,
} as const;
/** For everybody, asked by a script. */
export const ofScripts = { may: everyRole, signedOut: 401 } as const;
