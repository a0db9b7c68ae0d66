/** Creates the WebAuthn options for the passkeys of the staff, and verifies the browser's responses. */

import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
  type AuthenticationResponseJSON,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  type RegistrationResponseJSON,
} from "@simplewebauthn/server";

import type { StaffMember } from "./sessions.server.ts";
import type { Passkey } from "./passkeys.server.ts";

/** The desk as the relying party: its passkeys belong to its host name and work on no other. */
export interface RelyingParty {
  shopName: string;
  deskUrl: string;
}

const timeoutMs = 120_000;

/**
 * Ed25519, ES256 and RS256: every authenticator supports one of them. The library's default list includes algorithms
 * that are still experimental in this Node.js.
 */
const algorithms = [-8, -7, -257];

/**
 * The options for a new passkey; its device must verify the user by finger, face or code. With `isAlone` the device must
 * also find it without being told its id, as a sign-in by passkey alone does not know whose it is.
 */
export function askForNewPasskey(
  { shopName, deskUrl }: RelyingParty,
  staff: StaffMember,
  known: readonly Passkey[],
  isAlone = false,
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  return generateRegistrationOptions({
    rpName: `${shopName}, the desk`,
    rpID: new URL(deskUrl).hostname,
    userID: new TextEncoder().encode(`staff-${staff.id}`),
    userName: staff.address,
    userDisplayName: staff.name,
    timeout: timeoutMs,
    attestationType: "none",
    supportedAlgorithmIDs: algorithms,
    excludeCredentials: known.map(describe),
    authenticatorSelection: { residentKey: isAlone ? "required" : "preferred", userVerification: "required" },
  });
}

/** The options for showing one of these passkeys; any of the desk if the list is empty. */
export function askForPasskey(
  { deskUrl }: RelyingParty,
  known: readonly Passkey[],
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  return generateAuthenticationOptions({
    rpID: new URL(deskUrl).hostname,
    timeout: timeoutMs,
    userVerification: "required",
    allowCredentials: known.map(describe),
  });
}

/** Verifies a new passkey for this challenge; null if it is invalid or the device did not verify the user. */
export async function readNewPasskey(
  { deskUrl }: RelyingParty,
  challenge: string,
  response: unknown,
): Promise<Passkey | null> {
  try {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: response as RegistrationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: deskUrl,
      expectedRPID: new URL(deskUrl).hostname,
      requireUserVerification: true,
      supportedAlgorithmIDs: algorithms,
    });
    if (!verified || !registrationInfo) return null;
    const { id, publicKey, counter, transports = [] } = registrationInfo.credential;
    return { id, publicKey, counter, transports };
  } catch {
    // The library throws for any invalid response.
    return null;
  }
}

/** Verifies which of these passkeys signed the challenge and returns it with its new counter; null if none did. */
export async function readShownPasskey(
  { deskUrl }: RelyingParty,
  challenge: string,
  response: unknown,
  known: readonly Passkey[],
): Promise<{ id: string; counter: number } | null> {
  const id = typeof response === "object" && response !== null && "id" in response ? response.id : null;
  const passkey = known.find((one) => one.id === id);
  if (!passkey) return null;
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: response as AuthenticationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: deskUrl,
      expectedRPID: new URL(deskUrl).hostname,
      requireUserVerification: true,
      credential: {
        id: passkey.id,
        publicKey: passkey.publicKey,
        counter: passkey.counter,
        transports: passkey.transports as never,
      },
    });
    return verified ? { id: passkey.id, counter: authenticationInfo.newCounter } : null;
  } catch {
    return null;
  }
}

function describe({ id, transports }: Passkey) {
  return { id, transports: transports as never };
}
