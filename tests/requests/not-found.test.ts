import { expect, test } from "vitest";

import routes from "#app/routes.ts";
import { buy } from "#tests/support/sales/order-visitor.ts";
import { signIn } from "#tests/support/sales/sign-in.ts";
import { openTestShop, visit } from "#tests/support/shop/test-shop.ts";

const shop = await openTestShop();
const reader = visit(shop);
await signIn(reader, { name: "Lost Reader", email: "lost.reader@example.com" });
const number = await buy(shop, reader);

/** Each route with parameters, requested for things that do not exist; some with one parameter that does. */
const routePaths = routes.flatMap(({ path, children = [] }) => [path, ...children.map((child) => child.path)]);
const missing = [
  ...routePaths
    .filter((path): path is string => path?.includes(":") ?? false)
    .map((path) => "/" + path.replaceAll(/:\w+\??/g, "nothing-of-this-name")),
  "/no/such/page",
  "/orders/EP-0000000000",
  `/orders/${number}/documents/nothing-of-this-name`,
  "/account/addresses/4711",
  "/contact/EPT-XXXXXXXX",
  "/books/malgudi-days?page=99",
  "/categories/fiction?page=999",
];

test("there are routes with a parameter to ask", () => {
  expect(missing.length).toBeGreaterThan(20);
});

test.each(missing)("%s says without a script what is not there, in the page's main part", async (path) => {
  for (const visitor of [visit(shop), reader]) {
    const answer = await visitor.fetch(path);
    if (!answer.headers.get("content-type")?.startsWith("text/html")) continue;
    const html = await answer.text();
    const [, main = ""] = /<main[^>]*>(.*)<\/main>/s.exec(html) ?? [];
    expect(/<h1[^>]*>[^<]+/.test(main), `${answer.status}: ${main.slice(0, 200)}`).toBe(true);
    expect(main.replace(/<[^>]*>/g, "").length).toBeGreaterThan(60);
    if (answer.status === 404) expect(html.includes("<title>")).toBe(true);
    // Content streamed late would be in a template after the footer, hidden without a script.
    expect(html.includes("<template")).toBe(false);
  }
});
