interface AnyRoute {
  /** The route's module, a file in `app/`. */
  file: `routes/${string}`;
  /**
   * Which POST requests the route accepts: none, those of the shop's own pages, or also those of other servers. Other
   * servers authenticate by the signature of a payment provider, or by the secret in the address: of a one-click
   * unsubscribe link (RFC 8058), or for the reports of a carrier or a messenger.
   */
  posts: "none" | "same-origin" | "signed-form" | "signed-json" | "one-click";
  /**
   * Set if readers send the address to friends, whose messengers fetch a preview of it. `robots.txt` allows it, as most
   * messengers obey that, and search engines must be able to read its `noindex`.
   */
  hasPreview?: true;
}

/** A page that is the same for every visitor. It is rendered without cookies and cached by the server. */
export interface PublicRoute extends AnyRoute {
  access: "public";
  /**
   * Whether a device may store the page for all of its users. The page that is shown without a connection is stored
   * separately.
   */
  offline: "for-everyone" | "never";
  /** Query parameters that select the content. The cache has an entry for each value. */
  cachedQuery?: Record<string, QueryValue>;
  /** Query parameters with input of a visitor, such as a search term. A page with one of them is never cached. */
  uncachedQuery?: readonly string[];
}

/**
 * A page for one visitor. `personal` pages are also for guests. A middleware redirects guests from `reader` pages to
 * `/login` (`app/session/visitor.server.ts`). `sign-in` pages are part of the sign-in, which never returns a visitor to
 * them.
 */
export interface PersonalRoute extends AnyRoute {
  access: "personal" | "reader" | "sign-in";
  /** Whether a device may store a copy for this visitor. The service worker ignores `bypassed` pages. */
  offline: "for-its-reader" | "never" | "bypassed";
  /** Set if the page is a document without the shop's header and footer. */
  isBare?: true;
}

/** An endpoint for scripts, forms and other servers, without a page. */
export interface ApiRoute extends AnyRoute {
  access: "api";
  offline: "never" | "bypassed";
}

export type Route = PublicRoute | PersonalRoute | ApiRoute;

/**
 * The valid values of a query parameter. `insteadOf` names the path parameter that it replaces; the path parameter
 * takes precedence.
 */
export interface QueryValue {
  pattern: RegExp;
  insteadOf?: string;
}
