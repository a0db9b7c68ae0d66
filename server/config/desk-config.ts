import { isLoopback } from "#server/network/loopback.ts";
import { googleCallbackPath, type GoogleConfig } from "./google-config.ts";
import { SettingsError } from "./settings-error.ts";

/** The address of the desk; or, if it is disabled, the reason and how to enable it (`why`). */
export type DeskConfig = { url: string; isDisabled: false } | { isDisabled: true; why: string };

/**
 * The desk's origin: DESK_URL, or `desk.localhost` for a shop that only this machine reaches. Throws a SettingsError
 * for an address that a desk cannot have.
 */
export function readDesk(given: string | undefined, publicUrl: string, google: GoogleConfig): DeskConfig {
  if (given === undefined && !isLoopback(publicUrl)) {
    const host = new URL(publicUrl).hostname;
    return {
      isDisabled: true,
      why: `The desk is disabled: set DESK_URL to an address of its own, such as https://desk.${host}, and have the proxy forward it to this shop too.`,
    };
  }
  const url = given === undefined ? defaultDeskUrl(publicUrl) : new URL(given).origin;
  checkAddress(url, publicUrl);
  if (google.isStandIn && !(isOfThisMachine(url) && isLoopback(publicUrl))) {
    return {
      isDisabled: true,
      why: "The desk is disabled: with test sign-in anybody could sign in there as anybody. Set GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET.",
    };
  }
  return { isDisabled: false, url };
}

/** A warning about an address that Google would probably reject at the first sign-in; null when there is none. */
export function deskWarning(desk: DeskConfig, google: GoogleConfig): string | null {
  if (
    desk.isDisabled ||
    google.isStandIn ||
    google.clientId === "" ||
    google.issuer !== "https://accounts.google.com" ||
    !isOfThisMachine(desk.url)
  )
    return null;
  return (
    `Google accepts ${desk.url}${googleCallbackPath} as a redirect address only for some clients. If Google rejects it, ` +
    "set DESK_URL to an https:// address of a domain, or remove Google's keys to use test sign-in."
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

/**
 * Rejects an address without a host name of its own: passkeys belong to a host name, and cookies to a host with all its
 * ports.
 */
function checkAddress(url: string, publicUrl: string): void {
  const { hostname, protocol } = new URL(url);
  const refuse = (why: string) => new SettingsError(`These settings cannot be used:\n  DESK_URL=${url} ${why}`);
  if (/^[\d.]+$|^\[/.test(hostname)) throw refuse("must have a host name: passkeys do not work with an IP address");
  if (withoutRootDot(hostname) === withoutRootDot(new URL(publicUrl).hostname))
    throw refuse(`must have a host of its own, such as desk.${hostname}: the shop's is ${publicUrl}`);
  if (protocol !== "https:" && !isOfThisMachine(url))
    throw refuse("must start with https://, unless it is on this machine");
}

/** Removes the last dot, the root of DNS: browsers reach the same machine by `books.example.` and `books.example`. */
function withoutRootDot(hostname: string): string {
  return hostname.replace(/\.+$/, "");
}
