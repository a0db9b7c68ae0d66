import type { Role } from "#shop/people/staff/roles.ts";
import type { TestDesk } from "#tests/support/desk/desk.ts";

export const everyRole = ["owner", "bookseller", "packer", "accountant"] as const satisfies Role[];

/** The roles that may perform an action, and the expected statuses of its answers. */
export interface AuthorityCase {
  may: readonly Role[];
  /**
   * A valid form; `target` is the id of a member of staff. Fields named like parameters of the page's path, such as
   * `order` or `entry`, fill its address.
   */
  form: (target: number, desk: TestDesk) => Record<string, string> | Promise<Record<string, string>>;
  /** The status for permitted roles after a passkey check just now. */
  done: number;
  /** The status after a passkey check 11 minutes ago: 403 asks for a new one. */
  old: number;
  /** The status without a passkey check since the sign-in: 303 leads to the passkey page. */
  never: number;
  /** The status without a session: a page redirects to the sign-in, a script gets an error. */
  signedOut: number;
}

/** For actions of owners only. */
export const ofOwners = { may: ["owner"], old: 403, never: 303, signedOut: 303 } as const;
/** For actions of owners and booksellers. */
export const ofSellers = { ...ofOwners, may: ["owner", "bookseller"] } as const;
/** For actions of staff who pack; one passkey check per session is enough. */
export const ofPackers = {
  may: ["owner", "bookseller", "packer"],
  done: 303,
  old: 303,
  never: 303,
  signedOut: 303,
} as const;
/** For actions of all roles that a script requests. */
export const ofScripts = { may: everyRole, signedOut: 401 } as const;
