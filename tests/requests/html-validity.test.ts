import { HtmlValidate, StaticConfigLoader } from "html-validate";
import { expect, test } from "vitest";

import { openTestShop } from "#tests/support/test-shop.ts";

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
  "/login",
  "/register",
  "/cart",
  "/no/such/page",
])("%s is valid HTML", async (path) => {
  const html = await (await shop.fetch(path)).text();
  const { results } = await validator.validateString(html);
  const faults = results.flatMap(({ messages }) =>
    messages.map(({ ruleId, message, selector }) => `${ruleId}: ${message} (${selector})`),
  );
  expect(faults).toEqual([]);
});
