interface AnyRoute {
  /** The route's module, a file in `app/`. */
  file: `routes/${string}`;
  /**
   * Which POST requests it accepts: none, those of the shop's own pages, or also those of other servers. Other servers
   * authenticate by a payment provider's signature, or by the secret of a one-click unsubscribe link (RFC 8058).
   */
  posts: "none" | "same-origin" | "signed-form" | "signed-json" | "one-click";
}

/** A page that is the same for every visitor: rendered without cookies and cached by the server. */
export interface PublicRoute extends AnyRoute {
  access: "public";
  /**
   * Whether a device may store the page, for any of its users; the page for readers without a connection is stored
   * separately.
   */
  offline: "for-everyone" | "never";
  /** Query parameters that select the content; the cache has an entry for each value. */
  cachedQuery?: Record<string, QueryValue>;
  /** Query parameters with a visitor's input, such as a search term; a page with one is never cached. */
  uncachedQuery?: readonly string[];
}

/**
 * A page for one visitor. `personal` pages serve guests too. A middleware redirects guests from `reader` pages to
 * `/login` (`app/session/visitor.server.ts`). `sign-in` pages belong to the sign-in, which never returns a visitor to
 * them.
 */
export interface PersonalRoute extends AnyRoute {
  access: "personal" | "reader" | "sign-in";
  /** Whether a device may store a copy for this visitor. The service worker ignores `bypassed` pages. */
  offline: "for-its-reader" | "never" | "bypassed";
  /** A document without the shop's header and footer. */
  isBare?: true;
}

/** An endpoint for scripts, forms and other servers, without a page. */
export interface ApiRoute extends AnyRoute {
  access: "api";
  offline: "never" | "bypassed";
}

export type Route = PublicRoute | PersonalRoute | ApiRoute;

/**
 * The valid values of a query parameter. `insteadOf` names the path parameter that it replaces, which takes precedence.
 */
export interface QueryValue {
  pattern: RegExp;
  insteadOf?: string;
}
