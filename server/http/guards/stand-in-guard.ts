import { isLoopback } from "#server/network/loopback.ts";
import { mayChange } from "./same-origin.ts";

/** Part of the outside world, served by the shop itself under a path. */
export interface MountedStandIn {
  path: string;
  fetch: (request: Request) => Promise<Response>;
}

/** What a stand-in is asked, and from where. */
export interface StandInRequest {
  method: string;
  /** As the client wrote it: what stands in its Host line counts. */
  url: string;
  headers: Headers;
  /** Sent from the shop's own machine. */
  isLocal: boolean;
}

/** What readers of a public demonstration see: the payment window, the account chooser, the mailbox. */
const readersPages =
  /^\/stand-ins\/(razorpay\/v1\/checkout[./].*|google\/(o\/oauth2\/v2\/auth.*|pictures\/.*|google\.(css|svg))|mailbox(\/(mailbox\.css|letters\/.*)?)?)$/;

/** A switch of a stand-in, or a list of everything it knows. */
const control = /^\/stand-ins\/[^/]+\/control(\/|$)/;

/** Whether a shop with stand-ins is a public demonstration: readers reach it under an address that is not this machine's. */
export function isDemonstration(publicUrl: string): boolean {
  return !isLoopback(publicUrl);
}

/**
 * Why a stand-in does not answer; null when it may. Stand-ins answer this machine only, a public demonstration's readers
 * besides for the pages they need. A page of another site changes nothing, and reads nothing under a name of its own.
 */
export function whyNoStandIn(request: StandInRequest, publicUrl: string): string | null {
  const { method, headers, isLocal } = request;
  const { pathname, host } = new URL(request.url);
  const isReaders = isDemonstration(publicUrl) && readersPages.test(pathname);
  if (!isLocal && !isReaders) return "The shop's stand-ins answer only on the shop's own machine.";
  if (!isReaders && !isLoopback(request.url) && host !== new URL(publicUrl).host) {
    return "The shop's stand-ins answer only under the shop's own address.";
  }
  // The shop itself calls without a browser's headers, so only what changes a stand-in's mind must prove its page.
  const isBrowser = headers.has("sec-fetch-site") || headers.has("origin");
  if ((control.test(pathname) || isBrowser) && !mayChange(method, pathname, headers, publicUrl)) {
    return "This request did not come from the stand-in's own pages, so nothing was changed.";
  }
  return null;
}
