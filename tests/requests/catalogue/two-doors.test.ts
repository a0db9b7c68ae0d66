/** Titles in several languages: each language has its own address, linked to the other. */
import { expect, test } from "vitest";

import { mergeWorks } from "#shop/catalogue/merging/works/merge-works.server.ts";
import { openTestShop } from "#tests/support/shop/test-shop.ts";
import { publicUrl } from "#tests/support/shop/test-services.ts";

const shop = await openTestShop();
const english = "tamas-daisy-rockwell";

async function read(path: string) {
  const answer = await shop.fetch(path);
  expect(answer.status, path).toBe(200);
  const html = await answer.text();
  const links = [...html.matchAll(/<link ([^>]*)>/g)].map(([, inside]) =>
    Object.fromEntries(
      [...inside!.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, name, value]) => [name!.toLowerCase(), value!]),
    ),
  );
  const nav = /<nav aria-label="Languages".*?<\/nav>/s.exec(html)?.[0] ?? "";
  const graph = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html)?.[1] ?? "{}";
  return {
    html,
    nav,
    canonical: links.filter(({ rel }) => rel === "canonical").map(({ href }) => href),
    languages: links
      .filter(({ rel }) => rel === "alternate")
      .flatMap(({ hreflang, href }) => (hreflang ? [[hreflang, href]] : [])),
    edition: (JSON.parse(graph) as { "@graph"?: Record<string, any>[] })["@graph"]?.[0] ?? {},
  };
}

test("each language of a title has its own address and leads to the other", async () => {
  const addresses = [
    ["hi", `${publicUrl}/books/tamas`],
    ["en", `${publicUrl}/books/${english}`],
  ];
  const hindi = await read("/books/tamas");
  const translated = await read(`/books/${english}`);
  for (const [page, own] of [
    [hindi, "tamas"],
    [translated, english],
  ] as const) {
    expect(page.canonical).toEqual([`${publicUrl}/books/${own}`]);
    expect(page.languages.toSorted()).toEqual(addresses.toSorted());
    const doors = [...page.nav.matchAll(/<a ([^>]*)>(.*?)<\/a>/gs)].map(([, attributes, inside]) => ({
      isOpen: attributes!.includes('aria-current="page"'),
      href: /href="([^"]*)"/.exec(attributes!)![1],
      hreflang: /hreflang="([^"]*)"/i.exec(attributes!)![1],
      text: inside!
        .replaceAll(/<[^>]+>/g, " ")
        .replaceAll(/\s+/g, " ")
        .trim(),
    }));
    expect(doors).toEqual([
      { isOpen: own === "tamas", href: "/books/tamas", hreflang: "hi", text: "हिन्दी तमस ₹339.00 In stock" },
      { isOpen: own === english, href: `/books/${english}`, hreflang: "en", text: "English Tamas ₹424.00 In stock" },
    ]);
  }
  expect(hindi.html).toMatch(/<h1[^>]* lang="hi"[^>]*>तमस<\/h1>/);
  expect(translated.html).toMatch(/<h1[^>]* lang="en"[^>]*>Tamas<\/h1>/);
});

test("a hardback opens its own language's door", async () => {
  const { nav, languages } = await read("/books/tamas-hardback");
  expect(nav).toMatch(
    /aria-current="page"[^>]*href="\/books\/tamas-hardback"|href="\/books\/tamas-hardback"[^>]*aria-current="page"/,
  );
  expect(languages).toContainEqual(["hi", `${publicUrl}/books/tamas-hardback`]);
});

test("search engines read which work was translated from which", async () => {
  const { edition: original } = await read("/books/tamas");
  const { edition: translation } = await read(`/books/${english}`);
  expect(original).toMatchObject({ name: "तमस", inLanguage: "hi" });
  expect(original["exampleOfWork"].workTranslation).toMatchObject([
    { "@id": `${publicUrl}/books/${english}#work`, name: "Tamas", inLanguage: "en" },
  ]);
  expect(original["exampleOfWork"]).not.toHaveProperty("translationOfWork");
  expect(original["exampleOfWork"].workExample).toMatchObject([{ inLanguage: "hi" }, { inLanguage: "hi" }]);
  expect(translation).toMatchObject({ name: "Tamas", inLanguage: "en", translator: [{ name: "Daisy Rockwell" }] });
  expect(translation["exampleOfWork"]["@id"]).toBe(`${publicUrl}/books/${english}#work`);
  expect(translation["exampleOfWork"].translationOfWork).toMatchObject({
    "@id": `${publicUrl}/books/tamas#work`,
    name: "तमस",
  });
});

test("a title in one language shows no doors; an address of before the joining stays its own", async () => {
  const { nav, languages } = await read("/books/gaban");
  expect(nav).toBe("");
  expect(languages).toEqual([]);
  await mergeWorks({ db: shop.db, now: () => new Date() }, "nirmala", "jejuri", { isSameEdition: false });
  expect((await read("/books/nirmala")).nav).toContain('href="/books/jejuri"');
  expect((await read("/books/jejuri")).canonical).toEqual([`${publicUrl}/books/jejuri`]);
});

test("an author's page shows every name, each in its language", async () => {
  const { html } = await read("/authors/bhisham-sahni");
  expect(html).toMatch(/<h1[^>]*>Bhisham Sahni<\/h1><p [^>]*lang="hi"[^>]*>भीष्म साहनी<\/p>/);
});

test.each([
  ["तमस", "tamas", english],
  ["tamas", english, "tamas"],
  ["भीष्म साहनी", "tamas", english],
  ["bhisham sahni", english, "tamas"],
])("a search for %s shows one door of the title: %s", async (typed, shown, hidden) => {
  const { html } = await read(`/search?q=${encodeURIComponent(typed)}`);
  expect(html).toContain(`href="/books/${shown}"`);
  expect(html).not.toContain(`href="/books/${hidden}"`);
  const suggested = (await (await shop.fetch(`/search/suggestions?q=${encodeURIComponent(typed)}`)).json()) as unknown;
  expect(JSON.stringify(suggested)).toContain(`/books/${shown}"`);
  expect(JSON.stringify(suggested)).not.toContain(`/books/${hidden}"`);
});

test("a language that is chosen beside the search opens that door", async () => {
  const { html } = await read(`/search?q=tamas&language=hi`);
  expect(html).toContain('href="/books/tamas"');
  expect(html).not.toContain(`href="/books/${english}"`);
});
