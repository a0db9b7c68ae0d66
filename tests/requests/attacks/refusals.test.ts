import { expect, test } from "vitest";

import { readPage } from "#tests/support/pages/page.ts";
import { buy, send } from "#tests/support/sales/order-visitor.ts";
import { signIn } from "#tests/support/sales/sign-in.ts";
import { openTestShop, visit } from "#tests/support/shop/test-shop.ts";

const shop = await openTestShop();
const reader = visit(shop);
await signIn(reader, { name: "Refused Reader", email: "refused.reader@example.com" });

test("a form that no page of the shop sends is refused in plain words, and not as the shop's own fault", async () => {
  const number = await buy(shop, reader);
  const paths = ["/account", "/account/privacy", "/wishlist", "/wishlist/books", "/cart/lines", `/orders/${number}`];
  for (const path of paths) {
    const answer = await send(reader, path, { intent: "no such thing", purpose: "no such thing" });
    expect(answer.status, path).toBe(400);
    const says = answer.headers.get("content-type")?.startsWith("text/html")
      ? await readPage(answer)
      : await answer.text().then((text) => ({ has: (words: string) => text.includes(words) }));
    expect(says.has("The shop could not read this form. Nothing was changed."), path).toBe(true);
    expect(says.has("Something went wrong on our side"), path).toBe(false);
  }
});

test("what is too long, no form or no address is refused with what to do about it", async () => {
  const own = { "sec-fetch-site": "same-origin" };
  const say = async (path: string, init?: RequestInit) => (await shop.fetch(path, init)).text();
  expect(await say("/contact", { method: "POST", body: new URLSearchParams({ message: "a".repeat(70_000) }) })).toBe(
    "This is too long: the shop accepts at most 64 kB at once. Please go back, shorten the text and send it again.",
  );
  expect(await say("/contact", { method: "POST", body: "{}", headers: { ...own, "content-type": "text/plain" } })).toBe(
    "The shop could not read this request, because it was not sent as a form. Please send it from the shop's own page.",
  );
  expect(await say("/books/%00")).toBe("This address does not exist. Please check the link.");
});
