import { isLoopback } from "#server/network/loopback.ts";
import { mayChange } from "./same-origin.ts";

/** A stand-in that the shop serves under a path. */
export interface MountedStandIn {
  path: string;
  /** Matches the pages that customers of a public demonstration need. Paths are relative to `path`. */
  readersPages: RegExp;
  fetch: (request: Request) => Promise<Response>;
  /** False once an owner has entered real credentials since the shop started. Absent: always in use. */
  isInUse?: () => boolean;
}

/** A request to a stand-in. */
export interface StandInRequest {
  method: string;
  /** The URL as the client sent it: its host is that of the Host header. */
  url: string;
  headers: Headers;
  /** Whether the shop's own machine sent it. */
  isLocal: boolean;
}

/** The pages of the account chooser. */
export const googleStandInPages = /^\/(o\/oauth2\/v2\/auth.*|pictures\/.*|google\.(css|svg))$/;

export const mailboxPages = /^(\/(mailbox\.css|letters\/.*)?)?$/;

/** Matches the paths that change the behaviour of a stand-in, or list all its data. */
const control = /^\/stand-ins\/[^/]+\/control(\/|$)/;

/** Whether a shop with stand-ins is a public demonstration: its address is not loopback. */
export function isDemonstration(publicUrl: string): boolean {
  return !isLoopback(publicUrl);
}

/**
 * Returns why a stand-in rejects a request; null when it accepts the request. Stand-ins answer this machine only. In a
 * public demonstration they also serve customers on the pages that they need. Other sites can change nothing, and
 * cannot read anything by a host name of their own (DNS rebinding).
 */
export function whyNoStandIn(
  request: StandInRequest,
  { path, readersPages, isInUse = () => true }: MountedStandIn,
  publicUrl: string,
): string | null {
  if (!isInUse()) return "The shop uses the real service instead of this stand-in.";
  const { method, headers, isLocal } = request;
  const { pathname, host } = new URL(request.url);
  const isReaders = isDemonstration(publicUrl) && readersPages.test(pathname.slice(path.length));
  if (!isLocal && !isReaders) return "The shop's stand-ins answer only on the shop's own machine.";
  if (!isReaders && !isLoopback(request.url) && host !== new URL(publicUrl).host) {
    return "The shop's stand-ins answer only under the shop's own address.";
  }
  // The shop's own calls have no browser headers, so the origin is checked only for control pages and for browsers.
  const isBrowser = headers.has("sec-fetch-site") || headers.has("origin");
  if ((control.test(pathname) || isBrowser) && !mayChange(method, pathname, headers, publicUrl)) {
    return "This request did not come from the stand-in's own pages, so nothing was changed.";
  }
  return null;
}
