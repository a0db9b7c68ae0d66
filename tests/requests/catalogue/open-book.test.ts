/** The pages of an open book: excerpt, title page, translations, merged editions and edits of the bookseller. */
import { sql } from "#db/sql.ts";
import { afterAll, expect, test } from "vitest";

import { subscribeToCatalogueChanges } from "#server/pages/catalogue-changes.ts";
import { saveOpening } from "#shop/catalogue/content/opening-pages.server.ts";
import { mergeWorks } from "#shop/catalogue/merging/works/merge-works.server.ts";
import { countStatements } from "#tests/support/database/count-statements.ts";
import { readPage } from "#tests/support/pages/page.ts";
import { publicUrl } from "#tests/support/shop/test-services.ts";
import { openTestShop } from "#tests/support/shop/test-shop.ts";

const shop = await openTestShop();
const changes = await subscribeToCatalogueChanges(shop.url, shop.pages.drop);
afterAll(changes.close);
const { db } = shop;
const services = { db, now: () => new Date() };
const open = async (id: string) => readPage(await shop.fetch(`/books/${id}/look-inside`));
const closed = async (id: string) => readPage(await shop.fetch(`/books/${id}`));

test("the first pages of a book are there to read, with its price and the way back", async () => {
  const response = await shop.fetch("/books/mindful-reading/look-inside");
  expect(response.headers.get("cache-control")).toBe("public, max-age=0, must-revalidate");
  const page = await readPage(response);
  expect(page.title).toBe("Look inside Mindful Reading - Endpaper");
  expect(page.canonical).toBe(`${publicUrl}/books/mindful-reading/look-inside`);
  expect(page.headings.map(({ text }) => text)).toEqual(
    expect.arrayContaining(["Mindful Reading", "The chair", "The pencil"]),
  );
  expect(page.has("Begin with the chair.")).toBe(true);
  expect(page.has("The first two chapters")).toBe(true);
  for (const address of ["/books/mindful-reading", "/cart/lines"]) expect(page.addresses).toContain(address);
});

test("an excerpt ends with a link to the book’s page, and the book can be bought beside it", async () => {
  const html = await (await shop.fetch("/books/mindful-reading/look-inside")).text();
  const after = html.slice(html.search(/… and on for [0-9]+ pages\./), html.indexOf("</article>"));
  expect(after).toContain('href="/books/mindful-reading"');
  expect(html.match(/action="\/cart\/lines"/g)).toHaveLength(1);
});

test("every book of the demonstration opens, by a plain link on its page, and nothing in it is empty", async () => {
  const { rows } = await db.execute<{ id: string; title: string; publisher: string; isWritten: boolean }>(sql`
    select b.id, w.title, b.publisher, exists (select from opening_pages o where o.work_id = w.id) as is_written
    from books b join works w on w.id = b.work_id`);
  expect(rows.length).toBeGreaterThan(350);
  for (const { id, title, publisher, isWritten } of rows) {
    const response = await shop.fetch(`/books/${id}/look-inside`);
    expect(response.status, id).toBe(200);
    const html = await response.text();
    const [, leaf = ""] = /<article[^>]*class="open-book-leaf"[^>]*>(.*?)<\/article>/s.exec(html) ?? [];
    const words = leaf.replace(/<[^>]*>/g, " ").replaceAll("&amp;", "&");
    expect(words, id).toContain(title);
    if (!isWritten) expect(words, id).toContain(publisher);
    // Search engines should not index a title page alone.
    expect(html.includes('content="noindex"'), id).toBe(!isWritten);
  }
  for (const id of ["mindful-reading", "foundation", "in-custody"])
    expect((await readPage(await shop.fetch(`/books/${id}`))).addresses).toContain(`/books/${id}/look-inside`);
});

test("a title page names who translated it, publisher, year and language, in the script of the book", async () => {
  const english = await open("heart-lamp");
  expect(english.has("Translated by Deepa Bhasthi")).toBe(true);
  expect(english.has("English")).toBe(true);
  const hindi = await open("madhushala");
  expect(hindi.has("हिन्दी")).toBe(true);
  expect(hindi.has("Hindi")).toBe(false);
});

test("whose words they are is said on the page, in its language, and in the link to it", async () => {
  const note = await open("the-guide");
  expect(note.has("A word from the bookseller")).toBe(true);
  expect(note.title).toBe("A word about The Guide - Endpaper");
  expect((await open("raag-darbari")).has("पुस्तक-विक्रेता की ओर से")).toBe(true);
  expect((await open("foundation")).title).toBe("The title page of Foundation - Endpaper");
  for (const [id, label] of [
    ["mindful-reading", "Open the book"],
    ["interpreter-of-maladies", "Open the book"],
    ["the-guide", "A word from the bookseller"],
    ["foundation", "See the title page"],
  ] as const) {
    const labels = ["Open the book", "A word from the bookseller", "See the title page"];
    const link = new RegExp(`href="/books/${id}/look-inside"[^>]*>(?:(?!</a>).)*?(${labels.join("|")})<`).exec(
      await (await shop.fetch(`/books/${id}`)).text(),
    );
    expect([id, link?.[1]]).toEqual([id, label]);
  }
  const contents = await open("interpreter-of-maladies");
  expect(contents.headings.map(({ text }) => text)).toContain("Contents");
  expect(contents.has("The Third and Final Continent")).toBe(true);
  expect((await open("macbeth")).has("Folio of 1623")).toBe(true);
});

test("a book that is sold out cannot be bought from its bookplate, and one that does not exist is not found", async () => {
  const soldOut = await open("in-custody");
  expect(soldOut.addresses).not.toContain("/cart/lines");
  expect(soldOut.has("Tell me when it is back")).toBe(true);
  expect((await open("no-such-book")).status).toBe(404);
  expect((await open("no-such-book")).has("This page is not on our shelves")).toBe(true);
});

test("an edition that was entered twice opens where the one that is kept does", async () => {
  await mergeWorks(services, "jejuri", "indica", { isSameEdition: true });
  const leadsTo = async () => (await shop.fetch("/books/indica/look-inside")).headers.get("location");
  await expect.poll(leadsTo, { timeout: 30_000 }).toBe("/books/jejuri/look-inside");
});

test("what a bookseller writes is there within a moment, without any tag of its own", async () => {
  await open("dune");
  const text = 'Sand & <b onclick="x()">spice</b>, *slowly*.';
  const note = { kind: "note" as const, paragraphs: [text], source: "", writtenBy: "Meera", setBy: "Meera" };
  await saveOpening(services.db, { workId: "dune", language: "en" }, note, services.now());
  const html = async () => (await shop.fetch("/books/dune/look-inside")).text();
  const written = "Sand &amp; &lt;b onclick=&quot;x()&quot;&gt;spice&lt;/b&gt;, <em>slowly</em>.";
  await expect.poll(html, { timeout: 30_000 }).toContain(written);
  expect(await html()).toContain("Meera");
});

test("the book's page shows how the book begins, and no more of it", async () => {
  const html = await (await shop.fetch("/books/mindful-reading")).text();
  expect(html).toContain("Begin with the chair.");
  expect(html).not.toContain("Two warnings, and the chapter is over.");
  expect((await readPage(await shop.fetch("/books/the-guide"))).has("A word from the bookseller")).toBe(true);
  for (const id of ["interpreter-of-maladies", "foundation-and-empire"])
    expect(await (await shop.fetch(`/books/${id}`)).text(), id).not.toContain("beginning-title");
});

test("an open book asks the records for less than the book's page", async () => {
  // A page that is rendered again in the background adds its own queries, so take the least of several uncached books.
  const least = async (path: string) => {
    const counts = [];
    for (const book of ["kim", "godan", "tamas", "malgudi-days"])
      counts.push(await countStatements(() => shop.fetch(`/books/${book}${path}`)));
    return Math.min(...counts);
  };
  const opened = await least("/look-inside.data");
  expect(opened).toBeGreaterThan(0);
  expect(opened).toBeLessThan(await least(".data"));
});

test("a book's page tells of its author in two whole sentences, as the bookseller has them now, and nothing where nothing is known", async () => {
  const about = async () => (await closed("malgudi-days")).has("Anything may stand here. It is of two sentences.");
  await db.execute(sql`
    update authors set bio = 'Anything may stand here. It is of two sentences. The third is left out.' where id = 'r-k-narayan'`);
  await expect.poll(about, { timeout: 30_000 }).toBe(true);
  const page = await closed("malgudi-days");
  expect(page.has("The third is left out.")).toBe(false);
  expect(page.headings.map(({ text }) => text)).toContain("About R. K. Narayan");
  await db.execute(sql`update authors set bio = '' where id = 'r-k-narayan'`);
  await expect.poll(about, { timeout: 30_000 }).toBe(false);
  expect((await closed("malgudi-days")).headings.map(({ text }) => text)).not.toContain("About R. K. Narayan");
});
