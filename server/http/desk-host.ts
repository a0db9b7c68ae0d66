import type { IncomingMessage, ServerResponse } from "node:http";

import type { Google } from "#shop/people/readers/google.server.ts";
import type { Services } from "#shop/services.ts";
import type { DeskApp, DeskAppOptions } from "./desk-app.ts";
import type { PageHandler } from "./page-handler.ts";

/** The settings of the desk. */
export interface DeskSettings {
  /** The desk's own origin, without a slash at the end. */
  url: string;
  /** The Google client with the desk's callback address. */
  google: Google;
  sharedLimits?: DeskAppOptions["sharedLimits"];
}

/** Loads the desk; `before` is Vite's middleware in development. */
export interface DeskPages {
  before?: PageHandler["before"];
  load: (options: Omit<DeskAppOptions, "clientFolder" | "earlierFolders">) => Promise<DeskApp>;
}

/**
 * Serves the desk on its own host name and on the port of the shop: requests for that host go to the desk, all other
 * requests to the shop. Each serves only its own pages. The code of the desk is loaded with the first request.
 */
export function withDesk(
  shop: PageHandler,
  services: Services,
  desk: DeskSettings | undefined,
  pages: DeskPages,
): PageHandler {
  if (!desk) return shop;
  const { host } = new URL(desk.url);
  const { url: deskUrl, google, sharedLimits } = desk;
  const load = () => pages.load({ services, deskUrl, google, sharedLimits });
  return {
    ...shop,
    async fetch(request, network = null, isLocal = network === null) {
      if (new URL(request.url).host !== host) return shop.fetch(request, network, isLocal);
      const picture = pictureOf(request);
      if (picture) return shop.fetch(new Request(services.settings.publicUrl + picture, request), network, isLocal);
      return (await load()).fetch(request, network, isLocal);
    },
    before(request: IncomingMessage, response: ServerResponse, next: () => void) {
      if (hostOf(request) !== host) return shop.before(request, response, next);
      if (pages.before) return pages.before(request, response, next);
      return next();
    },
  };
}

/**
 * The path of a requested cover, portrait or logo, otherwise null. The address of the desk also serves these public
 * pictures of the shop.
 */
function pictureOf({ method, url }: Request): string | null {
  const { pathname } = new URL(url);
  const isPicture = /^\/(?:(?:covers|portraits)\/[\w-]+\.webp|logos\/[\w-]+\.(?:svg|png))$/.test(pathname);
  return method === "GET" && isPicture ? pathname : null;
}

/**
 * Returns a function that tells whether a request is for the desk. Needed because only readers' requests throttle
 * imports.
 */
export function createIsForDesk(deskUrl: string | null): (request: IncomingMessage) => boolean {
  if (deskUrl === null) return () => false;
  const { host } = new URL(deskUrl);
  return (request) => hostOf(request) === host;
}

/** The host of a request: from its absolute URL if it has one, otherwise from the Host header. */
function hostOf({ url = "", headers }: IncomingMessage): string | undefined {
  return url.startsWith("/") ? headers.host?.toLowerCase() : URL.parse(url)?.host;
}
