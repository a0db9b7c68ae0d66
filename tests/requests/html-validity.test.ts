import { HtmlValidate, StaticConfigLoader } from "html-validate";
import { expect, test } from "vitest";

import { issueDocuments } from "#shop/documents/issue-documents.server.ts";
import { buy, send } from "#tests/support/order-visitor.ts";
import { delivery, setStock } from "#tests/support/sale.ts";
import { signIn } from "#tests/support/sign-in.ts";
import { openTestShop, visit } from "#tests/support/test-shop.ts";

const shop = await openTestShop();
const validator = new HtmlValidate(
  new StaticConfigLoader({
    extends: ["html-validate:recommended"],
    rules: {
      // How React spells HTML; browsers read both spellings as the same.
      "attr-case": "off",
      "void-style": "off",
      "attribute-boolean-style": "off",
      "attribute-empty-style": "off",
      // HTML lets an id begin with anything, and React's begin with an underscore.
      "valid-id": ["error", { relaxed: true }],
      // HTML's own defaults, `submit` and `text`, are what is meant where nothing is said.
      "no-implicit-button-type": "off",
      "no-implicit-input-type": "off",
      // A phone number may break at its spaces on a narrow screen rather than push the page wide.
      "tel-non-breaking": "off",
    },
  }),
);

test.each([
  "/",
  "/books/mindful-reading",
  "/books/foundation-and-empire",
  "/books/in-custody",
  "/books/mindful-reading/look-inside",
  "/books/no-such-book",
  "/categories",
  "/categories/fiction",
  "/authors",
  "/authors/r-k-narayan",
  "/best-sellers",
  "/offline",
  "/series/foundation",
  "/search?q=the",
  "/search?q=zzzqqq",
  "/special-offers",
  "/reading-lists",
  "/reading-lists/summer",
  "/about",
  "/contact",
  "/faq",
  "/shipping?pin=12",
  "/returns",
  "/newsletter",
  "/privacy-policy",
  "/terms-of-service",
  "/api",
  "/login",
  "/register",
  "/cart",
  "/no/such/page",
])("%s is valid HTML", async (path) => {
  expect(await faultsOf(await shop.fetch(path))).toEqual([]);
});

test("the pages of a reader's reviews are valid HTML, with what was typed wrong and with what is shown", async () => {
  const reader = visit(shop);
  await signIn(reader, { name: "Valid Reader", email: "valid.reader@example.com" });
  await setStock(shop.db, "godan", 5);
  await buy(shop, reader);
  const words = { rating: "3", title: "Fair", body: "Well made.", name: "Valid R." };
  expect(await faultsOf(await send(reader, "/books/godan/review", { ...words, rating: "" }))).toEqual([]);
  await send(reader, "/books/godan/review", words);
  for (const path of ["/books/godan/review", "/account/reviews", "/books/the-guide/review"])
    expect(await faultsOf(await reader.fetch(path)), path).toEqual([]);
});

test("the pages of a reader with orders, addresses and wishes are valid HTML", async () => {
  const reader = visit(shop);
  await signIn(reader, { name: "Ordering Reader", email: "ordering.reader@example.com" });
  await setStock(shop.db, "godan", 5);
  const number = await buy(shop, reader);
  const unpaid = await buy(shop, reader, { indica: 1 }, { isPaid: false });
  await issueDocuments(shop.services);
  await send(reader, "/wishlist/books", { bookId: "jaya" });
  await send(reader, "/account/addresses/new", { ...delivery });
  await send(reader, "/cart/lines", { intent: "add", bookId: "sita" });
  const account = ["", "addresses", "addresses/new", "payment-methods", "devices", "privacy", "delete"];
  const paths = ["/cart", "/wishlist", "/orders", `/orders/${number}`, `/orders/${unpaid}`];
  for (const path of [...paths, ...account.map((part) => `/account/${part}`)])
    expect(await faultsOf(await reader.fetch(path)), path).toEqual([]);
});

async function faultsOf(answer: Response): Promise<string[]> {
  const html = await answer.text();
  const { results } = await validator.validateString(html);
  const faults = results.flatMap(({ messages }) =>
    messages.map(({ ruleId, message, selector }) => `${ruleId}: ${message} (${selector})`),
  );
  return [...faults, ...(html.match(wrongTime) ?? []), ...(html.match(submittingSwitch) ?? [])];
}

// Two rules of the standard that html-validate does not know and the Nu validator does.
/** A `<time>` that is neither a day nor a moment with at most three digits of a second's fraction. */
const wrongTime = /<time(?! datetime="\d{4}-\d\d-\d\d(?:T\d\d:\d\d:\d\d(?:\.\d{1,3})?Z)?")[^>]*>/gi;
/** `role="switch"` belongs on a button that sends nothing. */
const submittingSwitch = /<button(?=[^>]*role="switch")(?![^>]*type="button")[^>]*>/g;
