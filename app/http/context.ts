import { createContext } from "react-router";

import type { CartOwner } from "#shop/sales/cart/cart-owner.server.ts";
import type { Reader } from "#shop/people/readers/reader.ts";
import type { Services } from "#shop/services.ts";
import type { CspHosts } from "./content-security-policy.ts";
import type { DocumentHead } from "./document-head.ts";

/** What is limited for each network; `server/http/load/rate-limiter.ts` says what each name stands for, and how much is allowed. */
export type RateLimitName =
  | "api"
  | "api-token"
  | "post"
  | "checkout"
  | "code"
  | "counted-search"
  | "draw"
  | "emailForm"
  | "forged"
  | "picture"
  | "sign-in"
  | "read"
  | "search"
  | "status"
  | "suggest";

/** The rate limiter of the network that a request came from. */
export interface RateLimiter {
  /**
   * The network it came from: an IPv4 address or the first 48 bits of an IPv6 address; null when it came from the
   * shop's own machine, to which no limit applies.
   */
  network: string | null;
  /** Consumes one token of something that is limited; returns the seconds to wait, 0 to go ahead. */
  consume: (what: RateLimitName) => number;
}

/** Set for every request of one visitor, reader or guest; public pages are rendered for nobody. */
export const rateLimiterContext = createContext<RateLimiter>();

/** The shop's services, put into every request by `server/http/app.ts`. */
export const servicesContext = createContext<Services>();

/** Counts that this request's visitor searched for a text, and how many books it found; set for every personal page. */
export const countSearchContext = createContext<(typed: string, found: number) => void>();

/** The sender of a request: a reader who is signed in, or a guest. */
export type Visitor = {
  /** The path and query asked for, whether a script of ours asks, and whether the browser came with a session that is over. */
  requested: { path: string; isScript: boolean; hasEndedSession: boolean };
} & (
  | { reader: Reader; sessionId: string; cart: Exclude<CartOwner, string> }
  // A guest who never put anything in the cart has none.
  | { reader: null; sessionId: null; cart: string | null }
);

/** Set by one middleware, in `root.tsx`, before anything else of a route runs. */
export const visitorContext = createContext<Visitor>();

/** The page's script nonce; null on public pages, which are the same bytes for everyone and carry hashes. */
export const nonceContext = createContext<string | null>(null);

/** Set by the pages that need hosts of others: the cart (the payment widget) and the sign-in (its form goes to Google). */
export const cspContext = createContext<CspHosts | null>(null);

/** What loaders say of their page to machines; set for every request. */
export const documentHeadContext = createContext<DocumentHead>();

/** The number of an error that the page is about; null while there is none. */
export const errorReferenceContext = createContext<string | null>(null);

/** Told of every error; whether it is one that will pass, and has been noted. */
export const noticeErrorContext = createContext<(error: unknown) => boolean>(() => false);

/** What a document says that failed because the database is away; null when it did not. */
export const databaseAwayContext = createContext<string | null>(null);
