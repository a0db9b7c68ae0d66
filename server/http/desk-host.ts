import type { IncomingMessage, ServerResponse } from "node:http";

import type { Google } from "#shop/people/readers/google.server.ts";
import type { Services } from "#shop/services.ts";
import type { DeskApp, DeskAppOptions } from "./desk-app.ts";
import type { PageHandler } from "./page-handler.ts";

/** What a shop needs to have a desk beside it. */
export interface DeskSettings {
  /** The desk's own origin, without a trailing slash. */
  url: string;
  /** Google as the desk's client of it. */
  google: Google;
  sharedLimits?: DeskAppOptions["sharedLimits"];
}

/** The desk ready to be asked; `before` is Vite's in development. */
export interface DeskPages {
  before?: PageHandler["before"];
  load: (options: Omit<DeskAppOptions, "clientFolder" | "earlierFolders">) => Promise<DeskApp>;
}

/**
 * The shop with its desk on another host of the same port: whatever comes with the desk's host goes to the desk, all else
 * to the shop. Neither knows a page of the other. The desk's code is loaded when it is first asked for.
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

/** Covers and portraits are the shop's pictures, public and the same for everybody: the desk's pages show them from its own address. */
function pictureOf({ method, url }: Request): string | null {
  const { pathname } = new URL(url);
  return method === "GET" && /^\/(covers|portraits)\/[\w-]+\.webp$/.test(pathname) ? pathname : null;
}

/** Tells whether a request is for the desk: those of staff hold up no import, as those of readers do. */
export function createIsForDesk(deskUrl: string | null): (request: IncomingMessage) => boolean {
  if (deskUrl === null) return () => false;
  const { host } = new URL(deskUrl);
  return (request) => hostOf(request) === host;
}

/** The host a request was sent to, as its URL will have it: an absolute address counts before the line Host. */
function hostOf({ url = "", headers }: IncomingMessage): string | undefined {
  return url.startsWith("/") ? headers.host?.toLowerCase() : URL.parse(url)?.host;
}
