import { expect, test } from "vitest";

import { readSettings } from "#shop/office/settings/changeable-settings.ts";
import { openTestShop } from "#tests/support/shop/test-shop.ts";
import { textOfPage } from "#tests/support/pages/text-of-page.ts";

const texts = [
  ["HOME_WORDS", "/", "Come in, turn a few pages, stay as long as you like."],
  ["FOOTER_WORDS", "/faq", "A bookshop for people who turn to the last page to see what it is set in."],
] as const;

const wordsOf = (name: string) => `Since 1962, <b>we</b> sell [books](javascript:alert) in ${name}.`;
const read = readSettings(Object.fromEntries(texts.map(([name]) => [name, wordsOf(name)])));
if (!read.ok) throw new Error("The words cannot be read.");
const usual = await openTestShop();
const worded = await openTestShop({ words: read.settings.words });

test("a shop with a name of its own has neither the demonstration's line nor its link for developers", async () => {
  const named = await openTestShop({ name: "Shree Granth Bhandar" });
  const footerOf = async (shop: typeof usual) => (await (await shop.fetch("/faq")).text()).split("<footer")[1]!;
  expect(await footerOf(usual)).toMatch(/last page to see.*href="\/api"/s);
  expect(await footerOf(named)).not.toMatch(/last page to see|href="\/api"/);
});

test.each(texts)(
  "%s stands on its page as plain text, and without it the shop’s own words",
  async (name, path, own) => {
    const before = textOfPage(await (await usual.fetch(path)).text());
    expect(before).not.toContain("Since 1962");
    expect(before).toContain(own);
    const html = await (await worded.fetch(path)).text();
    expect(html).toContain(`Since 1962, &lt;b&gt;we&lt;/b&gt; sell [books](javascript:alert) in ${name}.`);
    expect(textOfPage(html)).not.toContain(own);
  },
);
