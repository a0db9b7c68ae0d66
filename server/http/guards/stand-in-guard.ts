import { isLoopback } from "#server/network/loopback.ts";
import { mayChange } from "./same-origin.ts";

/** A stand-in that the shop serves under a path. */
export interface MountedStandIn {
  path: string;
  /** The pages that readers of a public demonstration need, below `path`. */
  readersPages: RegExp;
  fetch: (request: Request) => Promise<Response>;
}

/** A request to a stand-in. */
export interface StandInRequest {
  method: string;
  /** As the client wrote it: its host is that of the Host header. */
  url: string;
  headers: Headers;
  /** Whether the shop's own machine sent it. */
  isLocal: boolean;
}

/** The account chooser. */
export const googleStandInPages = /^\/(o\/oauth2\/v2\/auth.*|pictures\/.*|google\.(css|svg))$/;

export const mailboxPages = /^(\/(mailbox\.css|letters\/.*)?)?$/;

/** Addresses that switch the behaviour of a stand-in, or list all its data. */
const control = /^\/stand-ins\/[^/]+\/control(\/|$)/;

/** Whether a shop with stand-ins is a public demonstration: its address is not loopback. */
export function isDemonstration(publicUrl: string): boolean {
  return !isLoopback(publicUrl);
}

/**
 * Why a stand-in rejects a request; null when it accepts it. Stand-ins answer only this machine, and readers of a
 * public demonstration for the pages that they need. Another site can change nothing, and read nothing under a host
 * name of its own (DNS rebinding).
 */
export function whyNoStandIn(
  request: StandInRequest,
  { path, readersPages }: MountedStandIn,
  publicUrl: string,
): string | null {
  const { method, headers, isLocal } = request;
  const { pathname, host } = new URL(request.url);
  const isReaders = isDemonstration(publicUrl) && readersPages.test(pathname.slice(path.length));
  if (!isLocal && !isReaders) return "The shop's stand-ins answer only on the shop's own machine.";
  if (!isReaders && !isLoopback(request.url) && host !== new URL(publicUrl).host) {
    return "The shop's stand-ins answer only under the shop's own address.";
  }
  // The shop's own calls have no browser headers, so only controls and browsers must prove their origin.
  const isBrowser = headers.has("sec-fetch-site") || headers.has("origin");
  if ((control.test(pathname) || isBrowser) && !mayChange(method, pathname, headers, publicUrl)) {
    return "This request did not come from the stand-in's own pages, so nothing was changed.";
  }
  return null;
}
