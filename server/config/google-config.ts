import { href } from "#routing/href.ts";
import { isLoopback } from "#server/network/loopback.ts";
import { SettingsError } from "./settings-error.ts";

/** Path of the stand-in for Google's sign-in. */
export const googleStandInPath = "/stand-ins/google";

/** Where Google redirects readers after sign-in, under the shop's public address. */
export const googleCallbackPath = href("/auth/google/callback");

/** Where readers sign in: Google itself, or the stand-in served by the shop. Without credentials, nowhere. */
export interface GoogleConfig {
  isStandIn: boolean;
  issuer: string;
  clientId: string;
  clientSecret: string;
}

const googleItself = "https://accounts.google.com";

interface GoogleSettings {
  GOOGLE_CLIENT_ID?: string | undefined;
  GOOGLE_CLIENT_SECRET?: string | undefined;
  GOOGLE_ISSUER?: string | undefined;
}

/**
 * Reads the keys of Google's client. Without keys, returns the stand-in, or if `isMissing` what cannot sign in anybody.
 */
export function readGoogle(read: GoogleSettings, publicUrl: string, isMissing: boolean): GoogleConfig {
  const { GOOGLE_CLIENT_ID: clientId, GOOGLE_CLIENT_SECRET: clientSecret, GOOGLE_ISSUER: givenIssuer } = read;
  if (clientId && clientSecret) {
    const issuer = (givenIssuer ?? googleItself).replace(/\/$/, "");
    checkGoogle({ issuer, clientId, clientSecret }, publicUrl);
    return { isStandIn: false, issuer, clientId, clientSecret };
  }
  if (clientId ?? clientSecret) {
    throw new SettingsError(
      "GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET belong together: set both, or none for test sign-in.",
    );
  }
  if (isMissing) return { isStandIn: false, issuer: googleItself, clientId: "", clientSecret: "" };
  return {
    isStandIn: true,
    issuer: publicUrl + googleStandInPath,
    clientId: "endpaper-stand-in",
    clientSecret: "stand_in_client_secret",
  };
}

/**
 * Rejects settings that Google would reject only at the first sign-in. No message shows a key, because the two may have
 * been swapped.
 */
function checkGoogle({ issuer, clientId, clientSecret }: Omit<GoogleConfig, "isStandIn">, publicUrl: string) {
  const isLocal = isLoopback(issuer);
  if (!issuer.startsWith("https:") && !isLocal) {
    throw new SettingsError("GOOGLE_ISSUER must start with https://, because the sign-in must be encrypted.");
  }
  if (issuer !== googleItself) return;
  if (!/^[\w-]+\.apps\.googleusercontent\.com$/.test(clientId)) {
    throw new SettingsError(
      "GOOGLE_CLIENT_ID is not a Google client ID: those look like 1234-abc.apps.googleusercontent.com, without " +
        "https://, quotes or spaces. The client secret belongs in GOOGLE_CLIENT_SECRET.",
      "GOOGLE_CLIENT_ID",
    );
  }
  if (!/^[\w-]+$/.test(clientSecret)) {
    throw new SettingsError(
      "GOOGLE_CLIENT_SECRET is not a Google client secret: those have letters, digits, - and _ only. Set it " +
        "without quotes and spaces.",
      "GOOGLE_CLIENT_SECRET",
    );
  }
  if (isLoopback(publicUrl)) return;
  if (!publicUrl.startsWith("https:")) {
    throw new SettingsError(
      `Google signs readers in to https:// addresses only, and PUBLIC_URL is ${publicUrl}. Set PUBLIC_URL to the https:// address of the shop.`,
      "PUBLIC_URL",
    );
  }
  if (/^[\d.]+$|^\[/.test(new URL(publicUrl).hostname)) {
    throw new SettingsError(
      `Google signs readers in only to addresses with a host name, and PUBLIC_URL is ${publicUrl}. Set PUBLIC_URL to the shop's domain.`,
      "PUBLIC_URL",
    );
  }
}
