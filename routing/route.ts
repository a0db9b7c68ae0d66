/** What the table says of every route. */
interface AnyRoute {
  /** The route's module, a file in `app/`. */
  file: `routes/${string}`;
  /**
   * Which POST requests it accepts: none, those of the shop's own pages, or also those of other servers. These prove
   * themselves by a payment provider's signature, or by the secret of a one-click unsubscribe link (RFC 8058).
   */
  posts: "none" | "same-origin" | "signed-form" | "signed-json" | "one-click";
}

/** The same bytes for every visitor, rendered without cookies and cached by the server. */
export interface PublicRoute extends AnyRoute {
  access: "public";
  /** Whether a device may store the page for whoever uses it; the page for readers without a connection is stored apart. */
  offline: "for-everyone" | "never";
  /** Query parameters that choose what the page shows; each value is a page of its own in the cache. */
  cachedQuery?: Record<string, QueryValue>;
  /** Query parameters that hold what a visitor typed or chose, such as a question; a page with one is never cached. */
  uncachedQuery?: readonly string[];
}

/**
 * Made for one visitor. `personal` pages serve guests too. A guest never gets to a `reader` page but to `/login`: a
 * middleware sees to it (`app/session/visitor.server.ts`). `sign-in` pages lead to the sign-in, and no visitor comes back
 * to them afterwards.
 */
export interface PersonalRoute extends AnyRoute {
  access: "personal" | "reader" | "sign-in";
  /** Whether a device may store a copy for the one it was made for. The service worker never touches what is bypassed. */
  offline: "for-its-reader" | "never" | "bypassed";
  /** A document without the shop's header and footer. */
  isBare?: true;
}

/** Answers scripts, forms and other servers; no page. */
export interface ApiRoute extends AnyRoute {
  access: "api";
  offline: "never" | "bypassed";
}

export type Route = PublicRoute | PersonalRoute | ApiRoute;

/** The values a query parameter may have; one that stands in for a part of the path counts only where that is missing. */
export interface QueryValue {
  pattern: RegExp;
  insteadOf?: string;
}
