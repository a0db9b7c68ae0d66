/** Sign-in with Google (OpenID Connect): redirects, forged answers, key rotation, concurrency and privacy. */
import { sql } from "#db/sql.ts";
import { afterEach, expect, test, vi } from "vitest";

import { createGoogle } from "#shop/people/readers/google.server.ts";
import { findBreaches } from "#shop/office/invariants/invariants.server.ts";
import { signInAtGoogle } from "#stand-ins/google/drive.ts";
import { readPage } from "#tests/support/pages/page.ts";
import { completeSignIn, beginSignIn, signIn, readCurrentReader } from "#tests/support/sales/sign-in.ts";
import { warm } from "#tests/support/database/test-database.ts";
import { openTestShop, visit } from "#tests/support/shop/test-shop.ts";

const shop = await openTestShop();
const secure = await openTestShop({ publicUrl: "https://books.example" });
const { standIn } = shop.google;
afterEach(() => standIn.reset());

const another = (name: string) => ({ name, email: `${name.toLowerCase().replaceAll(" ", ".")}@example.com` });
const linesSet = (response: Response) => response.headers.getSetCookie();

async function expectExpired(response: Response) {
  expect(response.status).toBe(400);
  expect(linesSet(response).filter((line) => line.includes("session="))).toEqual([]);
  const page = await readPage(response);
  expect(page.headings.filter(({ level }) => level === 1)).toEqual([
    { level: 1, text: "This sign-in link has expired" },
  ]);
  expect(page.addresses).toContain("/login");
}

test("a reader is sent to Google with everything that ties the answer to this attempt", async () => {
  const url = await beginSignIn(visit(shop), { intent: "login" });
  expect(url.origin).toBe(shop.google.issuer);
  const query = Object.fromEntries(url.searchParams);
  expect(query).toMatchObject({
    client_id: shop.google.clientId,
    response_type: "code",
    scope: "openid email profile",
    redirect_uri: "http://shop.test/auth/google/callback",
    code_challenge_method: "S256",
  });
  for (const name of ["state", "nonce", "code_challenge"]) expect(query[name], name).toMatch(/^[\w-]{43}$/);
  expect(query.prompt).toBeUndefined();
  expect((await beginSignIn(visit(shop), { intent: "register" })).searchParams.get("prompt")).toBe("select_account");
});

test("a reader comes back signed in, to the page they were on", async () => {
  const visitor = visit(shop);
  const response = await signIn(visitor, undefined, { next: "/books/godan?from=list" });
  expect([response.status, response.headers.get("location")]).toEqual([303, "/books/godan?from=list"]);
  expect(await readCurrentReader(visitor)).toMatchObject({ name: "Asha Raman", email: "asha.raman@example.com" });
  for (const page of ["/login", "/register", "/login?next=/cart"]) {
    const answer = await visitor.fetch(page);
    expect([answer.status, answer.headers.get("location")]).toEqual([302, page.includes("cart") ? "/cart" : "/"]);
  }
});

test("over https the session is bound to the host and hidden from scripts; what is readable is no secret", async () => {
  const visitor = visit(secure);
  const lines = linesSet(await signIn(visitor));
  expect(lines.find((line) => line.startsWith("__Host-session="))).toMatch(
    /^__Host-session=[\w-]{43}; HttpOnly; Path=\/; Max-Age=2592000; SameSite=Lax; Secure$/,
  );
  const news = lines.find((line) => line.startsWith("auth-hint="))!;
  expect(news).toMatch(/; Path=\/; Max-Age=120; SameSite=Lax; Secure$/);
  const kept = JSON.parse(decodeURIComponent(news.slice("auth-hint=".length, news.indexOf(";"))));
  expect(Object.keys(kept.state.user).sort()).toEqual(["email", "id", "name", "photoURL"]);
  const token = visitor.cookies.get("__Host-session")!;
  expect(news).not.toContain(token);
  const start = await secure.fetch("/auth/google/start");
  expect(linesSet(start)[0]).toMatch(
    /^__Host-sign-in=[\w-]{43}; HttpOnly; Path=\/; Max-Age=600; SameSite=Lax; Secure$/,
  );
});

test("a session the browser came with is never the one that is signed in", async () => {
  const visitor = visit(shop);
  await signIn(visitor, another("Fixed One"));
  const planted = visitor.cookies.get("session")!;
  const victim = visit(shop);
  victim.cookies.set("session", planted);
  await signIn(victim, another("Fixed Two"));
  expect(victim.cookies.get("session")).not.toBe(planted);
  expect(await readCurrentReader(victim)).toMatchObject({ name: "Fixed Two" });
  expect(await readCurrentReader(visitor)).toBeNull();

  victim.cookies.set("session", "A".repeat(43));
  await signIn(victim, another("Fixed Two"));
  expect(victim.cookies.get("session")).not.toBe("A".repeat(43));
});

test("a session that ends while its reader is at Google does not take the new one along", async () => {
  const visitor = visit(shop);
  const callback = await signInAtGoogle(await beginSignIn(visitor));
  visitor.cookies.set("session", "A".repeat(43));
  await completeSignIn(visitor, callback);
  expect(await readCurrentReader(visitor)).toMatchObject({ name: "Asha Raman" });
});

test("the way back is good once, in the browser that set out, for ten minutes, and whole", async () => {
  const visitor = visit(shop);
  const callback = await signInAtGoogle(await beginSignIn(visitor));
  await expectExpired(await completeSignIn(visit(shop), callback));
  const stranger = visit(shop);
  await beginSignIn(stranger);
  await expectExpired(await completeSignIn(stranger, callback));
  expect((await completeSignIn(visitor, callback)).status).toBe(303);
  await expectExpired(await completeSignIn(visitor, callback));

  const [one, two] = [
    await signInAtGoogle(await beginSignIn(visitor)),
    await signInAtGoogle(await beginSignIn(visitor)),
  ];
  const mixed = new URL(one);
  mixed.searchParams.set("code", two.searchParams.get("code")!);
  await expectExpired(await completeSignIn(visitor, mixed));

  for (const change of [
    (url: URL) => url.searchParams.delete("state"),
    (url: URL) => url.searchParams.set("state", "x"),
  ]) {
    const altered = await signInAtGoogle(await beginSignIn(visitor));
    change(altered);
    await expectExpired(await completeSignIn(visitor, altered));
  }
  const late = await signInAtGoogle(await beginSignIn(visitor));
  await shop.db.execute(
    sql`update sign_in_attempts set created_at = now() - interval '11 minutes' where state = 'pending'`,
  );
  await expectExpired(await completeSignIn(visitor, late));
  await expectExpired(await shop.fetch("/auth/google/callback"));
});

test("of the same way back taken many times at once one is good", async () => {
  const visitor = visit(shop);
  const callback = await signInAtGoogle(await beginSignIn(visitor), another("Only Once"));
  const headers = { cookie: `sign-in=${visitor.cookies.get("sign-in")}` };
  await warm(shop.pool, 10);
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => shop.fetch(callback.pathname + callback.search, { headers })),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([303, ...Array(9).fill(400)]);
});

test("an answer that is not Google's, or not for this shop, reader and moment, signs nobody in", async () => {
  for (const fault of [
    "wrongNonce",
    "foreignSignature",
    "expiredToken",
    "wrongAudience",
    "wrongTokenIssuer",
    "wrongCallbackIssuer",
    "missingCallbackIssuer",
    "alteredState",
    "droppedState",
  ]) {
    const visitor = visit(shop);
    standIn.setFault(fault, true);
    await expectExpired(await signIn(visitor));
    expect(await readCurrentReader(visitor), fault).toBeNull();
  }
});

test("new keys of Google's are learnt", async () => {
  expect((await signIn(visit(shop))).status).toBe(303);
  standIn.rotateKeys();
  expect((await signIn(visit(shop))).status).toBe(303);
  // All keys replaced at once, without the overlap that Google gives: sign-ins fail until the cached keys are a minute
  // old.
  standIn.setFault("keysReplaced", true);
  expect((await signIn(visit(shop))).status).toBe(400);
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 61_000 });
  expect((await signIn(visit(shop))).status).toBe(303);
  vi.useRealTimers();
});

test("an answer made up by anybody does not make the shop ask Google for its addresses again", async () => {
  expect((await signIn(visit(shop))).status).toBe(303);
  standIn.setFault("serverError", { path: "/.well-known", status: 503, times: "always" });
  const visitor = visit(shop);
  const callback = await signInAtGoogle(await beginSignIn(visitor));
  callback.searchParams.set("code", "made-up");
  await expectExpired(await completeSignIn(visitor, callback));
  expect((await signIn(visit(shop))).status).toBe(303);
});

test("while Google cannot be reached a reader is told, and once it can they are signed in", async () => {
  const { google } = shop.services;
  const options = { ...shop.google, redirectUri: "http://shop.test/auth/google/callback" };
  const said = vi.spyOn(console, "error").mockImplementation(() => {});
  try {
    shop.services.google = createGoogle({ ...options, reachedAt: "http://127.0.0.1:1" });
    expect(await shop.services.google.findTrouble()).toContain(
      `The discovery document of ${options.issuer} could not be read:`,
    );
    expect(await google.findTrouble()).toBeNull();
    const away = await shop.fetch("/auth/google/start?next=/cart");
    expect(away.headers.get("location")).toBe("/login?failed=unreachable&next=%2Fcart");
    shop.services.google = createGoogle(options);
    standIn.setFault("serverError", { path: "/.well-known", status: 503 });
    expect((await shop.fetch("/auth/google/start")).headers.get("location")).toContain("unreachable");
    expect((await shop.fetch("/auth/google/start")).headers.get("location")).toContain(shop.google.issuer);
    expect(said).toHaveBeenCalledTimes(2);
  } finally {
    shop.services.google = google;
    said.mockRestore();
  }
});

test("keys that do not fit are said to the bookseller, without being shown", async () => {
  const { google } = shop.services;
  const said = vi.spyOn(console, "error").mockImplementation(() => {});
  shop.services.google = createGoogle({
    ...shop.google,
    clientSecret: "another_secret",
    redirectUri: "http://shop.test/auth/google/callback",
  });
  expect((await signIn(visit(shop))).headers.get("location")).toContain("failed=failed");
  expect(said.mock.calls).toEqual([[expect.stringContaining("GOOGLE_CLIENT_SECRET do not match")]]);
  said.mockRestore();
  shop.services.google = google;
});

test("what Google leaves out has something in its place, and only a verified address is believed", async () => {
  const cases: [fault: string, name: string, email: string | null][] = [
    ["noName", "left.out", "left.out@example.com"],
    ["missingEmail", "Kept Away", null],
    ["emailNotVerified", "Not Sure", null],
    ["emailVerifiedAsText", "As Text", "as.text@example.com"],
    ["noPicture", "No Picture", "no.picture@example.com"],
  ];
  for (const [fault, name, email] of cases) {
    const visitor = visit(shop);
    standIn.setFault(fault, true);
    await signIn(visitor, fault === "noName" ? another("Left Out") : another(name));
    expect(await readCurrentReader(visitor), fault).toMatchObject({ name, email });
  }
});

test("one person is one reader with one cart, however many browsers sign in at once for the first time", async () => {
  const visitors = Array.from({ length: 20 }, () => visit(shop));
  const callbacks = await Promise.all(
    visitors.map(async (visitor) => {
      await visitor.fetch("/cart/lines", {
        method: "POST",
        body: new URLSearchParams({ intent: "add", bookId: "godan" }),
      });
      return signInAtGoogle(await beginSignIn(visitor), another("Twenty At Once"));
    }),
  );
  await warm(shop.pool, 10);
  const answers = await Promise.all(visitors.map((visitor, place) => completeSignIn(visitor, callbacks[place]!)));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([303]));
  const ids = await Promise.all(visitors.map(async (visitor) => (await readCurrentReader(visitor))?.id));
  expect(new Set(ids).size).toBe(1);
  const { rows } = await shop.pool.query(
    `select (select count(*)::int from readers where name = 'Twenty At Once') as readers,
      (select count(*)::int from carts where reader_id = $1) as carts,
      (select count(*)::int from sessions where reader_id = $1) as sessions`,
    [ids[0]],
  );
  expect(rows[0]).toEqual({ readers: 1, carts: 1, sessions: 20 });
});

test("an address to go on to leads nowhere but into the shop", async () => {
  const evil = [
    "//evil.example",
    "/\\evil.example",
    "https://evil.example",
    "javascript:alert(1)",
    "/\t/evil.example",
    "/%5cevil.example/../..//evil.example",
  ];
  for (const next of evil) {
    const location = (await signIn(visit(shop), undefined, { next })).headers.get("location")!;
    expect(new URL(location, "http://shop.test").origin, next).toBe("http://shop.test");
    const page = await readPage(await shop.fetch(`/login?${new URLSearchParams({ next })}`));
    expect(
      page.addresses.filter(
        (address) => address.startsWith("//") || (address.endsWith("evil.example") && !address.startsWith("/")),
      ),
      next,
    ).toEqual([]);
    const done = await readPage(await shop.fetch(`/auth/google/done?${new URLSearchParams({ next, state: "ok" })}`));
    expect(
      new URL(
        done.addresses.find((address) => !/assets|width|noindex/.test(address))!,
        "http://shop.test",
      ).origin,
    ).toBe("http://shop.test");
  }
});

test("another site's link leads to the sign-in page, not past it", async () => {
  const answer = await shop.fetch("/auth/google/start?next=/cart", { headers: { "sec-fetch-site": "cross-site" } });
  expect([answer.headers.get("location"), linesSet(answer)]).toEqual(["/login?next=%2Fcart", []]);
});

test("how an attempt goes is told to the browser that makes it, and to nobody else", async () => {
  const visitor = visit(shop);
  const attempt = crypto.randomUUID();
  const stateFor = async (who: ReturnType<typeof visit>) =>
    ((await (await who.fetch(`/api/auth/attempts/${attempt}`)).json()) as { state: string }).state;
  expect(await stateFor(visitor)).toBe("pending");
  const url = await beginSignIn(visitor, { attempt, mode: "popup", next: "/cart" });
  const stranger = visit(shop);
  await beginSignIn(stranger, { attempt, mode: "popup" });
  const end = await completeSignIn(visitor, await signInAtGoogle(url));
  expect(end.headers.get("location")).toBe(`/auth/google/done?attempt=${attempt}&state=ok&next=%2Fcart`);
  expect(end.headers.get("cross-origin-opener-policy")).toBe("unsafe-none");
  expect([await stateFor(visitor), await stateFor(stranger)]).toEqual(["ok", "pending"]);
  expect((await shop.fetch("/api/auth/attempts/1")).status).toBe(404);
});

test("how an attempt ended is told, too: cancelled, failed, or too long ago", async () => {
  const visitor = visit(shop);
  const ended = async (choice: "cancel" | undefined, act: () => unknown) => {
    const attempt = crypto.randomUUID();
    const url = await beginSignIn(visitor, { attempt, mode: "popup" });
    await act();
    const told = async () => (await (await visitor.fetch(`/api/auth/attempts/${attempt}`)).json()) as object;
    const before = await told();
    await completeSignIn(visitor, await signInAtGoogle(url, choice));
    return [before, await told()];
  };
  const pending = { state: "pending" };
  expect(await ended("cancel", () => {})).toEqual([pending, { state: "cancelled" }]);
  const fail = () => standIn.setFault("serverError", { path: "/token", status: 500 });
  expect(await ended(undefined, fail)).toEqual([pending, { state: "failed" }]);
  const pass = (minutes: number) => () =>
    shop.db.execute(sql`
      update sign_in_attempts set created_at = now() - make_interval(secs => ${minutes * 60}) where state = 'pending'`);
  expect(await ended(undefined, pass(9.5))).toEqual([pending, { state: "ok" }]);
  expect(await ended(undefined, pass(10))).toEqual([{ state: "expired" }, { state: "expired" }]);
});

test("no address on the way to Google and back is told to another site, and a popup keeps its line to its page", async () => {
  const visitor = visit(shop);
  const start = await visitor.fetch("/auth/google/start?mode=popup");
  const callback = await signInAtGoogle(start.headers.get("location")!);
  const answers = {
    start,
    end: await completeSignIn(visitor, callback),
    again: await completeSignIn(visitor, callback),
  };
  const done = await visitor.fetch(answers.end.headers.get("location")!);
  for (const [what, { headers }] of Object.entries({ ...answers, done })) {
    expect(headers.get("referrer-policy"), what).toBe("no-referrer");
    expect(headers.get("cross-origin-opener-policy"), what).toBe("unsafe-none");
  }
  expect([answers.end.status, answers.again.status]).toEqual([303, 400]);
});

test("a sign-in that came to nothing is in the log, unless the reader turned back", async () => {
  const said = vi.spyOn(console, "warn").mockImplementation(() => {});
  await signIn(visit(shop), "cancel");
  expect(said).not.toHaveBeenCalled();
  standIn.setFault("wrongNonce", true);
  await signIn(visit(shop));
  expect(said.mock.calls).toEqual([["A sign-in with Google failed:", expect.stringContaining("nonce")]]);
  said.mockRestore();
});

test("who signs in again is who they were, and what they changed here stays", async () => {
  const first = visit(shop);
  await signIn(first, another("Comes Again"));
  const known = (await readCurrentReader(first))!;
  await shop.db.execute(
    sql`update readers set name = 'Changed Here', email = 'changed@example.com' where id = ${Number(known.id)}`,
  );
  const second = visit(shop);
  await signIn(second, another("Comes Again"));
  expect(await readCurrentReader(second)).toEqual({ ...known, name: "Changed Here", email: "changed@example.com" });
});

test("after all this the records agree with each other", async () => {
  expect(await findBreaches(shop.db)).toEqual([]);
});
