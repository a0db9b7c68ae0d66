import { createHash } from "node:crypto";

import { SignJWT, type JWTPayload } from "jose";

import type { Account } from "./accounts.ts";
import type { GoogleContext } from "./context.ts";
import type { Grant } from "./grants.ts";
import { pictureUrl } from "./picture.ts";

/** The claims of an account that a shop may read, by its scopes. */
export function profileClaims(issuer: string, account: Account, scopes: readonly string[]): JWTPayload {
  const { sub, email, name, givenName, familyName, hasPicture, hd } = account;
  return {
    sub,
    ...(hd && { hd }),
    ...(scopes.includes("email") && { email, email_verified: true }),
    ...(scopes.includes("profile") && {
      name,
      given_name: givenName,
      ...(familyName && { family_name: familyName }),
      ...(hasPicture && { picture: pictureUrl(issuer, account) }),
    }),
  };
}

/** Signs the ID token of a grant. Active faults make the token invalid. */
export async function signIdToken(
  context: GoogleContext,
  { account, request }: Grant,
  accessToken: string,
): Promise<string> {
  const { issuer, clientId, faults, keys } = context;
  const ageSeconds = faults.take("expiredToken") ? 7200 : 0;
  const issuedAt = Math.floor(context.nowMs() / 1000) - ageSeconds;
  const audience = faults.take("wrongAudience") ? "another-client" : clientId;
  const claims: JWTPayload = {
    iss: faults.take("wrongTokenIssuer") ? "https://accounts.elsewhere.example" : issuer,
    aud: audience,
    azp: audience,
    ...profileClaims(issuer, account, request.scopes),
    at_hash: createHash("sha256").update(accessToken).digest().subarray(0, 16).toString("base64url"),
    nonce: faults.take("wrongNonce") ? `not-${request.nonce}` : request.nonce,
    iat: issuedAt,
    exp: issuedAt + 3600,
  };
  if (faults.take("missingEmail")) omit(claims, "email", "email_verified");
  if (faults.take("emailVerifiedAsText")) claims.email_verified = "true";
  if (faults.take("emailNotVerified")) claims.email_verified = false;
  if (faults.take("noPicture")) omit(claims, "picture");
  if (faults.take("noName")) omit(claims, "name", "given_name", "family_name");

  if (faults.take("keysReplaced")) keys.replace();
  const { kid, privateKey } = await keys.signing();
  const signer = faults.take("foreignSignature") ? (await keys.foreign()).privateKey : privateKey;
  return new SignJWT(claims).setProtectedHeader({ alg: "RS256", kid, typ: "JWT" }).sign(signer);
}

function omit(claims: JWTPayload, ...names: string[]): void {
  for (const name of names) delete claims[name];
}
