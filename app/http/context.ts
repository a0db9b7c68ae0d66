/** Contexts that the server and middlewares set for each request: services, visitor, rate limits, and page settings. */
import { createContext } from "react-router";

import type { CategoryLink } from "#shop/catalogue/books/book.ts";
import type { PageLink } from "#shop/office/pages/page.ts";
import type { CartOwner } from "#shop/sales/cart/cart-owner.server.ts";
import type { Look } from "#shop/kernel/look/look.ts";
import type { Reader } from "#shop/people/readers/reader.ts";
import type { Services } from "#shop/services.ts";
import type { CspHosts } from "./content-security-policy.ts";
import type { DocumentHead } from "./document-head.ts";

/** Names of rate limits per network; `server/http/load/rate-limiter.ts` defines what each one covers and allows. */
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
  | "plate"
  | "sign-in"
  | "read"
  | "search"
  | "status"
  | "suggest";

/** Rate limiter of the network that sent the request. */
export interface RateLimiter {
  /** IPv4 address or the first 48 bits of an IPv6 address; null for the shop's own machine, which has no limits. */
  network: string | null;
  /** Consumes one token; returns the seconds to wait, 0 if the request may proceed. */
  consume: (what: RateLimitName) => number;
}

/** Rate limiter of the network that sent the request; unset while public pages are rendered for the cache. */
export const rateLimiterContext = createContext<RateLimiter>();

/** The shop's services, set for every request by `server/http/app.ts`. */
export const servicesContext = createContext<Services>();

/** What header and footer of every page show of the catalogue. */
export interface Frame {
  categories: CategoryLink[];
  /** The bookseller's own pages that the menu or the footer links to. */
  pages: PageLink[];
  /** Whether the shop has no books. */
  isEmpty: boolean;
  /** Whether some of its books belong to the demonstration, whose ratings and reviews are made up. */
  hasDemonstration: boolean;
}

/** Returns the frame, from memory unless the catalogue has changed; set for every request. */
export const frameContext = createContext<() => Promise<Frame>>();

/** Whether this visitor sees only that the shop opens soon; a middleware in `root.tsx` sets it. */
export const openingSoonContext = createContext(false);

/** The look that the desk previews, instead of the published one; a middleware in `root.tsx` sets it. */
export const lookPreviewContext = createContext<Look | null>(null);

/** Records a search text and the number of results in the search statistics; set for every personal page. */
export const countSearchContext = createContext<(typed: string, found: number) => void>();

/** Sender of a request: a signed-in reader, or a guest. */
export type Visitor = {
  /**
   * Requested path with query, whether a script of the shop sent the request, and whether the browser sent an expired
   * session.
   */
  requested: { path: string; isScript: boolean; hasEndedSession: boolean };
} & (
  | { reader: Reader; sessionId: string; cart: Exclude<CartOwner, string> }
  // Null until a guest first puts a book in the cart.
  | { reader: null; sessionId: null; cart: string | null }
);

/** Sender of the request; a middleware in `root.tsx` sets it before any code of a route runs. */
export const visitorContext = createContext<Visitor>();

/** Script nonce of the page; null on public pages, which are cached and use hashes. */
export const nonceContext = createContext<string | null>(null);

/** Foreign hosts that a page needs: set by the cart (payment widget) and the sign-in (its form redirects to Google). */
export const cspContext = createContext<CspHosts | null>(null);

/** Collects structured data and feeds from loaders; set for every request. */
export const documentHeadContext = createContext<DocumentHead>();

/** Reference of the error that the page reports; null without an error. */
export const errorReferenceContext = createContext<string | null>(null);

/** Called with every error; returns true if it is a database outage, which has then been handled. */
export const reportErrorContext = createContext<(error: unknown) => boolean>(() => false);

/** Text for a document that failed because the database is unavailable; null otherwise. */
export const databaseDownContext = createContext<string | null>(null);
