import { expect, test } from "vitest";

import { listPublicAddresses } from "#tests/support/browser/public-addresses.ts";
import { openTestShop } from "#tests/support/shop/test-shop.ts";

const shop = await openTestShop();
/** A straight apostrophe between two letters, or after a genitive s, as React escapes it. */
const typewritten = /(?<=[\p{L}\p{M}])&#x27;(?=\p{L})|(?<=s)&#x27;(?= \p{Ll})/u;

test("every public page has real apostrophes in what it says, and in what it reads out", async () => {
  const addresses = await listPublicAddresses(shop.services.db);
  expect(addresses.length).toBeGreaterThan(80);
  for (const address of addresses) {
    const html = await (await shop.fetch(address)).text();
    const [main = ""] = /<body.*<\/body>/s.exec(html) ?? [];
    const said = main.replace(/<script.*?<\/script>/gs, "");
    expect(said.length, address).toBeGreaterThan(1000);
    const place = typewritten.exec(said)?.index ?? -1;
    expect(place < 0 ? null : said.slice(place - 60, place + 40), address).toBeNull();
  }
});

test("titles of an author's books are cited in what is said of the author", async () => {
  const html = await (await shop.fetch("/authors/r-k-narayan")).text();
  expect(html).toContain("<cite>The Guide</cite> won the Sahitya Akademi Award");
});
