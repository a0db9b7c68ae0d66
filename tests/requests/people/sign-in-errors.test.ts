import { afterEach, expect, test, vi } from "vitest";

import { signInAtGoogle } from "#stand-ins/google/drive.ts";
import { readPage } from "#tests/support/pages/page.ts";
import { completeSignIn, beginSignIn, signIn, readCurrentReader } from "#tests/support/sales/sign-in.ts";
import { openTestShop, visit } from "#tests/support/shop/test-shop.ts";

vi.spyOn(console, "warn").mockImplementation(() => {});
const shop = await openTestShop();
const { standIn } = shop.google;
afterEach(() => standIn.reset());

test("who turns back, and whom Google does not serve, is told on the page they came from", async () => {
  const cancelled = await signIn(visit(shop), "cancel", { intent: "register", next: "/cart" });
  expect(cancelled.headers.get("location")).toBe("/register?failed=cancelled&next=%2Fcart");
  const told = await readPage(await shop.fetch(cancelled.headers.get("location")!));
  expect(told.has("Sign-in was cancelled. Please try again.")).toBe(true);

  standIn.setFault("missingCallbackIssuer", true);
  const unnamed = await signIn(visit(shop), "cancel", { next: "/cart" });
  expect(unnamed.headers.get("location")).toBe("/login?failed=cancelled&next=%2Fcart");

  standIn.setFault("serverError", { path: "/token", status: 500 });
  const failed = await signIn(visit(shop));
  expect(failed.headers.get("location")).toBe("/login?failed=failed&next=%2F");
  const page = await readPage(await shop.fetch(failed.headers.get("location")!));
  expect(page.has("An error occurred during Google login")).toBe(true);
  expect((await readPage(await shop.fetch("/login?failed=<b>hello"))).has("hello")).toBe(false);
});

test.each(["https://accounts.elsewhere.example", null])(
  "an error that Google answers with has failed, whatever issuer it names: %s",
  async (issuer) => {
    const visitor = visit(shop);
    const callback = await signInAtGoogle(await beginSignIn(visitor), "cancel");
    callback.searchParams.set("error", "temporarily_unavailable");
    if (issuer === null) callback.searchParams.delete("iss");
    else callback.searchParams.set("iss", issuer);
    expect((await completeSignIn(visitor, callback)).headers.get("location")).toBe("/login?failed=failed&next=%2F");
    expect(await readCurrentReader(visitor)).toBeNull();
  },
);

test("an address that is asked for unsigned brings no more than a short line of its own into the redirect", async () => {
  for (const next of [`/account/devices?x=${"%25".repeat(4000)}`, `/account?x=${"a".repeat(14_000)}`]) {
    const answers = [
      await shop.fetch(next),
      await shop.fetch(`/auth/google/start?next=${encodeURIComponent(next)}`, {
        headers: { "sec-fetch-site": "cross-site" },
      }),
    ];
    for (const answer of answers) {
      expect(answer.status).toBe(302);
      expect(answer.headers.get("location")!.length).toBeLessThan(8000);
    }
  }
});
