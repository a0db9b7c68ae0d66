import * as oidc from "openid-client";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";

import { signInAtGoogle, type AccountChoice, type Visitor } from "#stand-ins/google/drive.ts";
import { openOutsideGoogle, type OutsideGoogle } from "#tests/support/outside-google.ts";

const redirectUri = "http://shop.test/auth/google/callback";
let google: OutsideGoogle;

beforeAll(async () => {
  google = await openOutsideGoogle({ redirectUris: [redirectUri], basePath: "/stand-ins/google" });
});
afterEach(() => google.standIn.reset());
afterAll(() => google.close());

/** The shop's client, with the checks the shop makes. */
function discover(authentication = oidc.ClientSecretPost(google.clientSecret)): Promise<oidc.Configuration> {
  return oidc.discovery(new URL(google.issuer), google.clientId, undefined, authentication, {
    execute: [oidc.enableNonRepudiationChecks, oidc.allowInsecureRequests],
  });
}

/** What a shop keeps of one attempt to sign in. */
async function begin(config: oidc.Configuration, change: Record<string, string> = {}) {
  const verifier = oidc.randomPKCECodeVerifier();
  const parameters = {
    redirect_uri: redirectUri,
    scope: "openid email profile",
    state: oidc.randomState(),
    nonce: oidc.randomNonce(),
    code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
    code_challenge_method: "S256",
    ...change,
  };
  return { verifier, ...parameters, url: oidc.buildAuthorizationUrl(config, parameters) };
}

type Attempt = Awaited<ReturnType<typeof begin>>;

function finish(config: oidc.Configuration, { verifier, state, nonce }: Attempt, callback: URL) {
  return oidc.authorizationCodeGrant(config, callback, {
    pkceCodeVerifier: verifier,
    expectedState: state,
    expectedNonce: nonce,
    idTokenExpected: true,
  });
}

async function signIn(choice?: AccountChoice, visitor?: Visitor, config?: oidc.Configuration) {
  const client = config ?? (await discover());
  const attempt = await begin(client);
  return finish(client, attempt, await signInAtGoogle(attempt.url, choice, visitor));
}

test("a reader chooses an account, and the shop reads who it is", async () => {
  const tokens = await signIn({ email: "devika.menon@paperboat.example" });
  expect(tokens.claims()).toMatchObject({
    iss: google.issuer,
    aud: google.clientId,
    azp: google.clientId,
    sub: expect.stringMatching(/^1\d{20}$/),
    email: "devika.menon@paperboat.example",
    email_verified: true,
    name: "Devika Menon",
    given_name: "Devika",
    family_name: "Menon",
    hd: "paperboat.example",
  });
});
