/** Tests of the Google stand-in with an OpenID Connect client: sign-ins, codes, tokens, keys, and faults. */
import { createHash } from "node:crypto";

import * as oidc from "openid-client";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";

import { openServer } from "@endpaper/stand-in-kit/open-server";
import { signInAtGoogle, type AccountChoice, type Visitor } from "#stand-ins/google/drive.ts";
import { createGoogleStandIn, type GoogleStandIn } from "#stand-ins/google/google.ts";

const redirectUri = "http://shop.test/auth/google/callback";
const client = { clientId: "stand-in-tests", clientSecret: "google_tests_secret" };
let google: Awaited<ReturnType<typeof openGoogle>>;
let aheadMs = 0;

/** Opens a stand-in on a port of its own, mounted under a path. */
async function openGoogle(basePath: string) {
  const { origin, close } = await openServer((request) => standIn.fetch(request));
  const issuer = origin + basePath;
  const now = () => Date.now() + aheadMs;
  const standIn = createGoogleStandIn({ issuer, ...client, redirectUris: [redirectUri], control: true, now });
  return { ...client, standIn, issuer, close };
}

beforeAll(async () => {
  google = await openGoogle("/stand-ins/google");
});
afterEach(() => {
  google.standIn.reset();
  aheadMs = 0;
});
afterAll(() => google.close());

/** Creates the shop's client, with the checks that the shop makes. */
function discover(authentication = oidc.ClientSecretPost(google.clientSecret)): Promise<oidc.Configuration> {
  return oidc.discovery(new URL(google.issuer), google.clientId, undefined, authentication, {
    execute: [oidc.enableNonRepudiationChecks, oidc.allowInsecureRequests],
  });
}

/** Starts an attempt to sign in; returns the values that a shop keeps of it. */
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

type SignIn = { choice?: AccountChoice; visitor?: Visitor; change?: Record<string, string> };

/** Signs in, with a new client, a given client, or other credentials. */
async function signIn({ choice, visitor, change }: SignIn = {}, client?: oidc.Configuration | oidc.ClientAuth) {
  const config = client instanceof oidc.Configuration ? client : await discover(client);
  const attempt = await begin(config, change);
  return finish(config, attempt, await signInAtGoogle(attempt.url, choice, visitor));
}

/** Exchanges a code at the token endpoint with some fields of the request changed, or removed (null). */
async function exchange(change: Record<string, string | null>): Promise<{ status: number; body: any }> {
  const attempt = await begin(await discover());
  const callback = await signInAtGoogle(attempt.url);
  return askForTokens(attempt, callback, change);
}

async function askForTokens({ verifier }: Attempt, callback: URL, change: Record<string, string | null> = {}) {
  const fields = {
    grant_type: "authorization_code",
    code: callback.searchParams.get("code"),
    redirect_uri: redirectUri,
    client_id: google.clientId,
    client_secret: google.clientSecret,
    code_verifier: verifier,
    ...change,
  };
  const filled = Object.entries(fields).filter((field): field is [string, string] => field[1] !== null);
  const response = await fetch(`${google.issuer}/token`, { method: "POST", body: new URLSearchParams(filled) });
  return { status: response.status, body: (await response.json()) as any };
}

function userinfo(accessToken: string): Promise<Response> {
  return fetch(`${google.issuer}/v1/userinfo`, { headers: { authorization: `Bearer ${accessToken}` } });
}

test("a reader chooses an account, and the shop reads who it is", async () => {
  const config = await discover();
  const attempt = await begin(config);
  const callback = await signInAtGoogle(attempt.url, { email: "devika.menon@paperboat.example" });
  expect(Object.fromEntries(callback.searchParams)).toMatchObject({
    state: attempt.state,
    iss: google.issuer,
    scope: expect.stringContaining("openid"),
    authuser: "0",
    prompt: "consent",
    hd: "paperboat.example",
  });
  const tokens = await finish(config, attempt, callback);
  const claims = tokens.claims()!;
  expect(claims).toMatchObject({
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
    at_hash: createHash("sha256").update(tokens.access_token).digest().subarray(0, 16).toString("base64url"),
    exp: claims.iat + 3600,
  });
  expect(await oidc.fetchUserInfo(config, tokens.access_token, claims.sub)).toMatchObject({ name: "Devika Menon" });
  const picture = await fetch(claims.picture as string);
  expect([picture.status, picture.headers.get("content-type")]).toEqual([200, "image/svg+xml"]);
});

test("the addresses have Google's shapes under the issuer, and a mounted one is the same as one on its own", async () => {
  const alone = await openGoogle("");
  const read = async (issuer: string) => (await fetch(`${issuer}/.well-known/openid-configuration`)).text();
  const document = JSON.parse(await read(alone.issuer));
  await alone.close();
  expect(document).toMatchObject({
    issuer: alone.issuer,
    authorization_endpoint: `${alone.issuer}/o/oauth2/v2/auth`,
    token_endpoint: `${alone.issuer}/token`,
    userinfo_endpoint: `${alone.issuer}/v1/userinfo`,
    revocation_endpoint: `${alone.issuer}/revoke`,
    jwks_uri: `${alone.issuer}/oauth2/v3/certs`,
    authorization_response_iss_parameter_supported: true,
  });
  expect(JSON.parse((await read(google.issuer)).replaceAll(google.issuer, alone.issuer))).toEqual(document);
});

test("client_secret_basic is as good as client_secret_post, and a wrong secret is neither", async () => {
  expect((await signIn({}, oidc.ClientSecretBasic(google.clientSecret))).claims()?.name).toBe("Asha Raman");
  await expect(signIn({}, oidc.ClientSecretBasic("guessed"))).rejects.toMatchObject({ error: "invalid_client" });
  expect(await exchange({ client_secret: "guessed" })).toMatchObject({
    status: 401,
    body: { error: "invalid_client" },
  });
});

test.for([
  ["wrongNonce", "OAUTH_JWT_CLAIM_COMPARISON_FAILED", /"nonce"/],
  ["foreignSignature", "OAUTH_INVALID_RESPONSE", /signature verification failed/],
  ["expiredToken", "OAUTH_JWT_TIMESTAMP_CHECK_FAILED", /"exp"/],
  ["wrongAudience", "OAUTH_JWT_CLAIM_COMPARISON_FAILED", /"aud"/],
  ["wrongTokenIssuer", "OAUTH_JWT_CLAIM_COMPARISON_FAILED", /"iss"/],
  ["wrongCallbackIssuer", "OAUTH_INVALID_RESPONSE", /unexpected "iss"/],
  ["missingCallbackIssuer", "OAUTH_INVALID_RESPONSE", /"iss" \(issuer\) missing/],
  ["droppedState", "OAUTH_INVALID_RESPONSE", /"state" missing/],
  ["alteredState", "OAUTH_INVALID_RESPONSE", /unexpected "state"/],
] as const)("the fault %s is refused by the shop's client as %s", async ([fault, code, cause]) => {
  google.standIn.setFault(fault, true);
  await expect(signIn()).rejects.toMatchObject({ code, cause: { message: expect.stringMatching(cause) } });
  await signIn();
});

test.for([
  ["missingEmail", { email: undefined, email_verified: undefined }],
  ["emailVerifiedAsText", { email_verified: "true" }],
  ["emailNotVerified", { email_verified: false }],
  ["noPicture", { picture: undefined }],
  ["noName", { name: undefined, given_name: undefined, family_name: undefined }],
] as const)("the fault %s leaves a sound token with odd claims", async ([fault, odd]) => {
  google.standIn.setFault(fault, true);
  const claims = (await signIn()).claims()!;
  for (const [name, value] of Object.entries(odd)) expect(claims[name], name).toBe(value);
});

test("a server error leaves the code good for another try; a slow answer comes late", async () => {
  const config = await discover();
  const attempt = await begin(config);
  const callback = await signInAtGoogle(attempt.url);
  google.standIn.setFault("serverError", { status: 503 });
  const first = finish(config, attempt, callback);
  await expect(first).rejects.toMatchObject({ code: "OAUTH_RESPONSE_IS_NOT_CONFORM", cause: { status: 503 } });
  google.standIn.setFault("slowAnswer", { milliseconds: 120 });
  const startedAt = performance.now();
  await finish(config, attempt, callback);
  expect(performance.now() - startedAt).toBeGreaterThan(115);
});

test("keys rotate without notice being needed; keys replaced at once must be read again", async () => {
  const config = await discover();
  const kids = async () => {
    const response = await fetch(`${google.issuer}/oauth2/v3/certs`);
    expect(response.headers.get("cache-control")).toMatch(/max-age=\d+/);
    return ((await response.json()) as { keys: { kid: string }[] }).keys.map(({ kid }) => kid);
  };
  const before = await kids();
  await signIn({}, config);
  google.standIn.rotateKeys();
  await signIn({}, config);
  const after = await kids();
  expect(after).toEqual([before[1], expect.any(String)]);
  google.standIn.setFault("keysReplaced", true);
  await expect(signIn({}, config)).rejects.toMatchObject({ code: "OAUTH_KEY_SELECTION_FAILED" });
  await signIn();
});

test("a code is good for one use; a second one revokes what the first gave", async () => {
  const config = await discover();
  const attempt = await begin(config);
  const callback = await signInAtGoogle(attempt.url);
  const { access_token } = await finish(config, attempt, callback);
  expect((await userinfo(access_token)).status).toBe(200);
  await expect(finish(config, attempt, callback)).rejects.toMatchObject({ error: "invalid_grant", status: 400 });
  expect((await userinfo(access_token)).status).toBe(401);
});

test("a code holds ten minutes, and only for the request it was given for", async () => {
  const attempt = await begin(await discover());
  const callback = await signInAtGoogle(attempt.url);
  aheadMs = 10 * 60_000;
  expect(await askForTokens(attempt, callback)).toEqual({
    status: 400,
    body: { error: "invalid_grant", error_description: "Bad Request" },
  });
  const wrongs: Record<string, string | null>[] = [
    { code: "4/0AnotherCode" },
    { redirect_uri: `${redirectUri}/` },
    { code_verifier: oidc.randomPKCECodeVerifier() },
    { code_verifier: null },
  ];
  for (const wrong of wrongs) {
    expect(await exchange(wrong), JSON.stringify(wrong)).toMatchObject({
      status: 400,
      body: { error: "invalid_grant" },
    });
  }
  expect((await exchange({ grant_type: "password" })).body.error).toBe("unsupported_grant_type");
});

test("an access token can be revoked", async () => {
  const config = await discover();
  const { access_token } = await signIn({}, config);
  await oidc.tokenRevocation(config, access_token);
  expect((await userinfo(access_token)).status).toBe(401);
});

test.for([
  [{ client_id: "somebody-else" }, 401, "invalid_client"],
  [{ redirect_uri: `${redirectUri}/` }, 400, "redirect_uri_mismatch"],
  [{ redirect_uri: "http://evil.test/auth/google/callback" }, 400, "redirect_uri_mismatch"],
  [{ response_type: "token" }, 400, "unsupported_response_type"],
  [{ scope: "email" }, 400, "invalid_scope"],
  [{ nonce: "" }, 400, "invalid_request"],
  [{ code_challenge: "short" }, 400, "invalid_request"],
  [{ code_challenge_method: "S512" }, 400, "invalid_request"],
  [{ prompt: "none consent" }, 400, "invalid_request"],
] as const)("a request with %j gets a page and is never sent back", async ([change, status, error]) => {
  const { url } = await begin(await discover(), change);
  const chosen = new URL(String(url).replace("/auth?", "/auth/chosen?"));
  for (const answer of [
    await fetch(url, { redirect: "manual" }),
    await fetch(chosen, { method: "POST", body: new URLSearchParams({ cancel: "1" }), redirect: "manual" }),
  ]) {
    expect([answer.status, answer.headers.get("location")]).toEqual([status, null]);
    expect(await answer.text()).toContain(`Error ${status}: ${error}`);
  }
});

test("the chooser is passed over with exactly one remembered account, unless it is asked for", async () => {
  const config = await discover();
  const visitor: Visitor = {};
  const isAsked = async (change: Record<string, string>, choice?: AccountChoice) => {
    const { url } = await begin(config, change);
    return (await signInAtGoogle(url, choice, visitor)).searchParams.get("prompt") === "consent";
  };
  expect(await isAsked({})).toBe(true);
  expect(await isAsked({})).toBe(false);
  expect(await isAsked({ prompt: "select_account" })).toBe(true);
  expect(await isAsked({ login_hint: "kabir.sheikh@example.com" }, { email: "kabir.sheikh@example.com" })).toBe(true);
  expect(await isAsked({})).toBe(true);
  expect(await isAsked({ login_hint: "kabir.sheikh@example.com" })).toBe(false);
});

test("prompt=none never shows a page", async () => {
  const visitor: Visitor = {};
  const config = await discover();
  const ask = async (change = {}) => {
    const { url } = await begin(config, { prompt: "none", ...change });
    const { searchParams } = await signInAtGoogle(url, "cancel", visitor);
    return searchParams.get("error") ?? (searchParams.has("code") && "code");
  };
  expect(await ask()).toBe("login_required");
  await signIn({ visitor });
  expect(await ask()).toBe("code");
  await signIn({ visitor, change: { prompt: "select_account" }, choice: { email: "selvi@example.com" } });
  expect(await ask()).toBe("interaction_required");
  expect(await ask({ login_hint: "selvi@example.com" })).toBe("code");
});

test("another account is the same one every time, and remembered; a bad address is asked for again", async () => {
  const visitor: Visitor = {};
  const choice = { name: " Rukmini   Devi ", email: "rukmini@example.org" };
  const first = (await signIn({ choice, visitor })).claims()!;
  expect(first).toMatchObject({ name: "Rukmini Devi", given_name: "Rukmini", email: "rukmini@example.org" });
  expect((await signIn({ visitor })).claims()?.sub).toBe(first.sub);
  const elsewhere = { name: "Rukmini", email: "Rukmini@example.org" };
  expect((await signIn({ choice: elsewhere })).claims()?.sub).toBe(first.sub);
  await expect(signIn({ choice: { name: "Rukmini", email: "nowhere" } })).rejects.toThrow("Choose an account");
});

test("cancelling comes back as access_denied", async () => {
  const config = await discover();
  const attempt = await begin(config);
  const callback = await signInAtGoogle(attempt.url, "cancel");
  expect(callback.searchParams.get("state")).toBe(attempt.state);
  await expect(finish(config, attempt, callback)).rejects.toMatchObject({ error: "access_denied" });
});

test("a browser inside an app is turned away, by its name or by a fault", async () => {
  const { url } = await begin(await discover());
  const instagram = await fetch(url, { headers: { "user-agent": "Mozilla/5.0 (iPhone) Instagram 300.0" } });
  expect(instagram.status).toBe(403);
  expect(await instagram.text()).toContain("disallowed_useragent");
  google.standIn.setFault("blockedBrowser", true);
  await expect(signInAtGoogle(url)).rejects.toThrow("403 Open this page in a browser");
});

test("its pages have a font of their own for names in Devanagari", async () => {
  const page = await fetch((await begin(await discover())).url);
  expect(page.headers.get("content-security-policy")).toContain("font-src 'self'");
  const sheet = await fetch(new URL(/href="([^"]+\.css)"/.exec(await page.text())![1]!, page.url));
  const font = await fetch(new URL(/url\("([^"]+)"\)/.exec(await sheet.text())![1]!, sheet.url));
  expect(font.headers.get("content-type")).toBe("font/woff2");
});

test("its pages keep the line to the window that opened them, until a fault cuts it", async () => {
  const { url } = await begin(await discover());
  const openerPolicy = async () => (await fetch(url)).headers.get("cross-origin-opener-policy");
  expect(await openerPolicy()).toBe("unsafe-none");
  google.standIn.setFault("closedOpener", true);
  expect(await openerPolicy()).toBe("same-origin");
  expect(await openerPolicy()).toBe("unsafe-none");
});

test("what a shop or a reader writes is set as text on the page", async () => {
  const { url } = await begin(await discover(), { login_hint: '"><b>@x', state: '"><b>' });
  const page = await (await fetch(url)).text();
  expect(page).toContain("Use another account");
  expect(page).not.toContain("<b>");
});

test("faults are set, shown, spent and cleared over HTTP, and not from another site", async () => {
  const control = `${google.issuer}/control`;
  const post = (body: BodyInit, path = "/faults", headers = {}) =>
    fetch(control + path, { method: "POST", body, headers, redirect: "manual" });
  const faults = async () =>
    ((await (await fetch(`${control}/faults`)).json()) as { faults: Record<string, unknown> }).faults;

  await post(JSON.stringify({ noName: { times: 2 }, noPicture: true }));
  await post(JSON.stringify({ noPicture: null }));
  await signIn();
  expect(await faults()).toEqual({ noName: { times: 1 } });
  const form = { name: "slowAnswer", times: "always", path: "", milliseconds: "5" };
  expect((await post(new URLSearchParams(form))).status).toBe(303);
  expect((await faults()).slowAnswer).toEqual({ times: "always", path: "/token", milliseconds: 5 });
  expect(await (await fetch(control)).text()).toContain("on, always");
  expect((await post(JSON.stringify({ noSuch: true }))).status).toBe(400);
  expect((await post(JSON.stringify({ noName: true }), "/faults", { "sec-fetch-site": "cross-site" })).status).toBe(
    403,
  );
  await post("", "/reset");
  expect(await faults()).toEqual({});
});

test("instances know nothing of each other, and none takes a real client", async () => {
  const options = { issuer: google.issuer, clientId: google.clientId, clientSecret: "s", redirectUris: [redirectUri] };
  const other = createGoogleStandIn(options);
  const keysOf = async ({ fetch }: GoogleStandIn) =>
    (await fetch(new Request(`${google.issuer}/oauth2/v3/certs`))).text();
  expect(await keysOf(other)).not.toBe(await keysOf(google.standIn));
  const { url } = await begin(await discover());
  other.setFault("blockedBrowser", true);
  await signInAtGoogle(url);
  await expect(signInAtGoogle(url, "cancel", { fetch: other.fetch })).rejects.toThrow("403");

  expect(() => createGoogleStandIn({ ...options, clientId: "1-x.apps.googleusercontent.com" })).toThrow("real client");
});
