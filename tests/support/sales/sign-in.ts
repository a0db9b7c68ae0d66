import { signInAtGoogle, type AccountChoice } from "#stand-ins/google/drive.ts";
import type { TestShop } from "#tests/support/shop/test-shop.ts";

/** A visitor with a cookie jar, as `visit` makes one. */
interface Visitor {
  fetch: TestShop["fetch"];
  cookies: Map<string, string>;
}

/** Starts a sign-in; returns the address at Google to which the shop redirects. */
export async function beginSignIn(visitor: Visitor, query: Record<string, string> = {}): Promise<URL> {
  const answer = await visitor.fetch(`/auth/google/start?${new URLSearchParams(query)}`);
  return new URL(answer.headers.get("location")!);
}

/** Brings a visitor back from Google, to the address that Google redirected to. */
export function completeSignIn(visitor: Visitor, callback: URL): Promise<Response> {
  return visitor.fetch(callback.pathname + callback.search);
}

/** Signs a visitor in through Google without a browser; returns the answer to the callback. */
export async function signIn(
  visitor: Visitor,
  choice: AccountChoice = { email: "asha.raman@example.com" },
  query: Record<string, string> = {},
): Promise<Response> {
  return completeSignIn(visitor, await signInAtGoogle(await beginSignIn(visitor, query), choice));
}

/** The signed-in reader by the shop's answer; null for a guest. */
export async function readCurrentReader(
  visitor: Visitor,
): Promise<{ id: string; name: string; email: string | null } | null> {
  const answer = await visitor.fetch("/api/auth/me");
  return answer.ok
    ? ((await answer.json()) as { state: { user: { id: string; name: string; email: string } } }).state.user
    : null;
}
