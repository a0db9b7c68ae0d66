import { openServer } from "#stand-in-kit/open-server.ts";
import { createGoogleStandIn, type GoogleStandIn, type GoogleStandInOptions } from "#stand-ins/google/google.ts";

/** The Google stand-in on an origin of its own, in the test's process. */
export interface OutsideGoogle {
  standIn: GoogleStandIn;
  issuer: string;
  clientId: string;
  clientSecret: string;
  close: () => Promise<void>;
}

const clientId = "endpaper-tests";
const clientSecret = "google_tests_secret";

/** Opens a stand-in on a free port. */
export async function openOutsideGoogle(
  options: Pick<GoogleStandInOptions, "redirectUris"> & Partial<GoogleStandInOptions>,
): Promise<OutsideGoogle> {
  const { origin: issuer, close } = await openServer((request) => standIn.fetch(request));
  const standIn = createGoogleStandIn({ issuer, clientId, clientSecret, control: true, ...options });
  return { standIn, issuer, clientId, clientSecret, close };
}
