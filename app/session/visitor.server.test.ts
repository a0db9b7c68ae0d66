import { RouterContextProvider } from "react-router";
import { expect, test } from "vitest";

import { visitorContext, type Visitor } from "#app/http/context.ts";
import { admitReaders, requireReader } from "./visitor.server.ts";

const requested = { path: "/orders?state=paid", isScript: false, hasEndedSession: false };
const reader = { id: 7, name: "Asha Raman", email: null, phone: null, pictureUrl: null };

function ask(visitor: Visitor): unknown {
  const context = new RouterContextProvider();
  context.set(visitorContext, visitor);
  try {
    return requireReader(context);
  } catch (answer) {
    return answer;
  }
}

const guest = (change: Partial<typeof requested> = {}) =>
  ask({ reader: null, sessionId: null, cart: null, requested: { ...requested, ...change } }) as Response;

test("a reader who is signed in is let in", () => {
  expect(ask({ reader, sessionId: "a", cart: { readerId: 7 }, requested })).toEqual(reader);
});

test("a guest is sent to sign in, and told so when a session has ended", () => {
  expect([guest().status, guest().headers.get("location")]).toEqual([302, "/login?next=%2Forders%3Fstate%3Dpaid"]);
  expect(guest({ hasEndedSession: true }).headers.get("location")).toBe(
    "/login?next=%2Forders%3Fstate%3Dpaid&failed=ended",
  );
});

test("a script gets a 401", async () => {
  const answer = guest({ isScript: true });
  expect([answer.status, await answer.json()]).toEqual([
    401,
    { message: "Your session has ended. Please sign in again." },
  ]);
});

test("a guest gets to no action or loader of a route that the table gives to readers", async () => {
  const open = async (pathname: string, visitor: Visitor) => {
    const context = new RouterContextProvider();
    context.set(visitorContext, visitor);
    const url = new URL(pathname, "https://shop.test");
    const args = { request: new Request(url), url, pattern: "", params: {}, context };
    try {
      return await admitReaders(args, async () => new Response("opened"));
    } catch (answer) {
      return answer;
    }
  };
  const none: Visitor = { reader: null, sessionId: null, cart: null, requested };
  for (const path of ["/orders", "/account", "/account/addresses/new", "/books/godan/review"]) {
    expect(await open(path, none), path).toMatchObject({ status: 302 });
    expect(await open(path, { reader, sessionId: "a", cart: { readerId: 7 }, requested })).toMatchObject({
      status: 200,
    });
  }
  for (const path of ["/cart", "/orders/EP-0123456789", "/login", "/no/such/page"])
    expect(await open(path, none), path).toMatchObject({ status: 200 });
});
