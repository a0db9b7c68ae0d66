import { isLoopback } from "#server/network/loopback.ts";
import { googleCallbackPath, type GoogleConfig } from "./google-config.ts";
import { SettingsError } from "./settings-error.ts";

/** The address of the desk; or why the desk is shut, and what opens it. */
export type DeskConfig = { url: string; isShut: false } | { isShut: true; why: string };

/**
 * The desk's origin: DESK_URL, or `desk.localhost` for a shop that only this machine reaches. Throws a SettingsError
 * for an address that a desk cannot have.
 */
export function readDesk(given: string | undefined, publicUrl: string, google: GoogleConfig): DeskConfig {
  if (given === undefined && !isLoopback(publicUrl)) {
    const host = new URL(publicUrl).hostname;
    return {
      isShut: true,
      why: `The desk is shut: set DESK_URL to an address of its own, such as https://desk.${host}, and let the proxy pass it to this shop too.`,
    };
  }
  const url = given === undefined ? defaultDeskUrl(publicUrl) : new URL(given).origin;
  checkAddress(url, publicUrl);
  if (google.isStandIn && !(isOfThisMachine(url) && isLoopback(publicUrl))) {
    return {
      isShut: true,
      why: "The desk is shut: with test sign-in anybody could be anybody there. Set GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET.",
    };
  }
  return { isShut: false, url };
}

/** A warning about an address that Google would probably reject at the first sign-in; null when there is none. */
export function deskWarning(desk: DeskConfig, google: GoogleConfig): string | null {
  if (desk.isShut || google.isStandIn || google.issuer !== "https://accounts.google.com" || !isOfThisMachine(desk.url))
    return null;
  return (
    `Google takes ${desk.url}${googleCallbackPath} as an address to come back to only for some clients. If it refuses it, ` +
    "set DESK_URL to an https:// address of a domain, or leave Google's keys out for test sign-in."
  );
}

function defaultDeskUrl(publicUrl: string): string {
  const url = new URL(publicUrl);
  url.hostname = "desk.localhost";
  return url.origin;
}

/** Whether browsers resolve this host to their own machine. */
function isOfThisMachine(url: string): boolean {
  return isLoopback(url) || new URL(url).hostname.endsWith(".localhost");
}

/** The desk needs a host name of its own: passkeys belong to a host name, and cookies to a host whatever its port. */
function checkAddress(url: string, publicUrl: string): void {
  const { hostname, protocol } = new URL(url);
  const refuse = (why: string) => new SettingsError(`These settings cannot be used:\n  DESK_URL=${url} ${why}`);
  if (/^[\d.]+$|^\[/.test(hostname)) throw refuse("must have a host name: passkeys work with no bare address");
  if (withoutRootDot(hostname) === withoutRootDot(new URL(publicUrl).hostname))
    throw refuse(`must have a host of its own, such as desk.${hostname}: the shop's is ${publicUrl}`);
  if (protocol !== "https:" && !isOfThisMachine(url))
    throw refuse("must start with https://, unless it is on this machine");
}

/** `books.example.` equals `books.example`: the last dot is the root of DNS, and browsers reach one machine by both. */
function withoutRootDot(hostname: string): string {
  return hostname.replace(/\.+$/, "");
}
