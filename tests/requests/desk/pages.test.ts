/** Pages that the bookseller writes: at the desk, for readers, in the cache, the menu, the footer and the sitemap. */
import { afterAll, expect, test } from "vitest";

import { sql } from "#db/sql.ts";
import { productionPages } from "#server/http/production-pages.ts";
import { subscribeToCatalogueChanges } from "#server/pages/catalogue-changes.ts";
import { findPage, savePage } from "#shop/office/pages/pages.server.ts";
import { pageForm } from "#tests/support/desk-authority/settings.ts";
import { faultsIn, readFilledFrom, textOf } from "#tests/support/desk/desk-form.ts";
import { addPasskeyRow, addStaff, addStaffSession, openDeskBrowser, openTestDesk } from "#tests/support/desk/desk.ts";

const desk = await openTestDesk();
const { db, services } = desk;
const within = { timeout: 5_000 };
/** Another process of the shop. */
const other = await productionPages({ services, imagesFolder: services.uploads.folder, standIns: [] });
afterAll(() => other.close());
for (const pages of [desk.pages, other]) {
  const changes = await subscribeToCatalogueChanges(desk.url, pages.drop);
  afterAll(changes.close);
}
const read = async (path: string, pages = desk.pages) => {
  const answer = await pages.fetch(new Request(`http://shop.test${path}`, { redirect: "manual" }));
  return { status: answer.status, html: await answer.text() };
};
const owner = await addStaff(desk, "owner");
await addPasskeyRow(desk, owner);
const browser = openDeskBrowser(desk, await addStaffSession(desk, owner));
const edit = (id: string) => `/pages/edit?page=${id}`;
const save = (form: Record<string, string>, path = "/pages/edit") =>
  browser.post(path, { intent: "pages.save", ...form });
const newestEntry = async () =>
  (await db.execute<{ entry: string }>(sql`select max(number)::text as entry from desk_record`)).rows[0]!.entry;
const undo = (entry: string) => browser.post(`/record/${entry}`, { intent: "record.undo", entry });

test("a page is written, read, changed, removed, and each is undone, in every process within seconds", async () => {
  const words = { title: "School orders", address: "school-orders", lead: "For classes.", place: "menu" };
  const text = "## Terms\n\nWithin **{days to return}**, see [returns](/returns). <i>No HTML</i>";
  expect((await read("/pages/school-orders")).status).toBe(404);
  for (const pages of [desk.pages, other]) expect((await read("/faq", pages)).html).not.toContain("School orders");

  const saved = await save(pageForm({ ...words, text }));
  expect(saved.headers.get("location")).toBe(edit("school-orders"));
  for (const pages of [desk.pages, other]) {
    await expect.poll(async () => (await read("/pages/school-orders", pages)).status, within).toBe(200);
    const { html } = await read("/pages/school-orders", pages);
    expect(html).toContain("<title>School orders - Endpaper</title>");
    expect(html).toContain('<meta name="description" content="For classes."');
    expect(html).toContain('<link rel="canonical" href="http://shop.test/pages/school-orders"');
    expect(html).toContain("<strong>10 days</strong>");
    expect(html).toContain('href="/returns"');
    expect(html).toContain("&lt;i&gt;No HTML&lt;/i&gt;");
    await expect.poll(async () => (await read("/faq", pages)).html, within).toMatch(/Contact.*School orders/s);
  }
  expect((await read("/sitemaps/pages.xml")).html).toContain("<loc>http://shop.test/pages/school-orders</loc>");

  const was = await readFilledFrom(await browser.get(edit("school-orders")));
  const changed = { ...pageForm({ ...words, text }), page: "school-orders", was };
  expect((await save({ ...changed, text: "Other words." }, edit("school-orders"))).status).toBe(303);
  const change = await newestEntry();
  await expect.poll(async () => (await read("/pages/school-orders", other)).html, within).toContain("Other words.");
  expect((await undo(change)).status).toBe(303);
  await expect.poll(async () => (await read("/pages/school-orders", other)).html, within).toContain("10 days");

  await browser.post(edit("school-orders"), { intent: "pages.remove", page: "school-orders" });
  const removal = await newestEntry();
  await expect.poll(async () => (await read("/pages/school-orders", other)).status, within).toBe(404);
  expect((await read("/sitemaps/pages.xml")).html).not.toContain("school-orders");
  expect((await undo(removal)).status).toBe(303);
  await expect.poll(async () => (await read("/pages/school-orders", other)).status, within).toBe(200);
  await browser.post(edit("school-orders"), { intent: "pages.remove", page: "school-orders" });
});

test("fields of offers show in the first words too, to readers and in the preview that the desk opens with", async () => {
  const words = { lead: "A code, {code example}.", text: "In sets: {bundle saving}." };
  await save(pageForm({ title: "Offers", address: "offers-of-ours", ...words }));
  const shop = await read("/pages/offers-of-ours");
  expect(shop.html).toMatch(/A code, such as [A-Z]+\d*\./);
  expect(shop.html).toMatch(/In sets: \S+/);
  const opened = await textOf(await browser.get(edit("offers-of-ours")));
  expect(opened).toMatch(/A code, such as [A-Z]+\d*\./);
  expect(opened).toMatch(/In sets: (?:\d|cheaper)/);

  await save(pageForm({ title: "Lead", address: "lead-of-ours", ...words, text: "Nothing." }));
  expect((await read("/pages/lead-of-ours")).html).toMatch(/A code, such as [A-Z]+\d*\./);
});

test("a hidden page is seen at the desk only", async () => {
  await save(pageForm({ title: "Not yet", address: "not-yet", place: "help", shown: "no" }));
  expect(await textOf(await browser.get("/pages"))).toContain("Not yet Hidden /pages/not-yet");
  expect((await read("/pages/not-yet")).status).toBe(404);
  expect((await read("/shipping")).html).not.toContain("Not yet");
  expect((await read("/sitemaps/pages.xml")).html).not.toContain("not-yet");
});

test("without an address it is made from the title", async () => {
  const saved = await save(pageForm({ title: "Café & Events: 2027!", address: "" }));
  expect(saved.headers.get("location")).toBe(edit("cafe-and-events-2027"));
  const nothing = await save(pageForm({ title: "पुस्तक मेला", address: "" }));
  expect(nothing.status).toBe(409);
  expect(faultsIn(await nothing.text()).address).toContain("Write an address");
});

test("what is wrong with a page is said at its field, with all that was typed, and nothing is kept", async () => {
  await save(pageForm({ title: "Taken already", address: "taken" }));
  const faults = async (changes: Record<string, string>) => {
    const form = pageForm({ title: "Wrong", lead: "Typed words.", ...changes });
    const answer = await save(form);
    expect([409, 422]).toContain(answer.status);
    const html = await answer.text();
    expect(html).toMatch(/<textarea[^>]*>Typed words\.<\/textarea>/);
    return faultsIn(html);
  };
  expect(await faults({ address: "taken" })).toEqual({ address: expect.stringContaining("“Taken already” has") });
  expect(await faults({ address: "faq" })).toEqual({ address: expect.stringContaining("already has a page at /faq") });
  for (const address of ["a/b", "../x", "school orders", "प्रश्न", "https://x.example", "-", "a?b=c"])
    expect(await faults({ address }), address).toEqual({ address: expect.stringContaining("letters a to z") });
  expect(await faults({ text: "x".repeat(200_000) })).toEqual({ text: "Write at most 40,000 characters." });
  expect(await faults({ text: "क".repeat(200_000) })).toEqual({ text: "Write at most 40,000 characters." });
  expect(await faults({ text: " " })).toEqual({ text: "Write the text." });
  expect(await faults({ text: "[x](javascript:alert(1)) {days}" })).toEqual({
    text: expect.stringMatching(/javascript:alert\(1\).*There is no field \{days\}/s),
  });
  expect(
    await faults({ text: "[a](/reading-lists/nope) [b](/nowhere?x=1) [c](/returns#x) [d](/reading-lists/summer)" }),
  ).toEqual({ text: expect.stringContaining("no page /reading-lists/nope, /nowhere?x=1. ") });
  expect(await faults({ title: "x".repeat(81), place: "top", position: "-1", shown: "perhaps" })).toEqual({
    title: "Write at most 80 characters.",
    place: "Choose where the page is linked.",
    position: expect.stringContaining("0"),
    shown: "Choose whether readers see it.",
  });
  expect(await faults({ title: "A title that is too long for a menu", place: "menu" })).toEqual({
    title: "In the menu there is room for 30 characters.",
  });
  const { rows } = await db.execute(sql`select from pages where title = 'Wrong'`);
  expect(rows).toEqual([]);
});

test("of two people who change a page the second saves nothing, and sees both versions", async () => {
  await save(pageForm({ title: "Both", address: "both", text: "First." }));
  const was = await readFilledFrom(await browser.get(edit("both")));
  const form = { ...pageForm({ title: "Both", address: "" }), page: "both", was };
  expect((await save({ ...form, text: "Second." }, edit("both"))).status).toBe(303);
  const late = await save({ ...form, text: "Mine." }, edit("both"));
  expect(late.status).toBe(409);
  expect(await textOf(late)).toContain("Text Mine. Second.");
  expect((await findPage(db, "both"))!.text).toBe("Second.");
});

test("the words of an earlier version fill the form, and are saved again", async () => {
  await save(pageForm({ title: "Twice", address: "twice", text: "At first." }));
  const first = await newestEntry();
  const was = await readFilledFrom(await browser.get(edit("twice")));
  await save({ ...pageForm({ title: "Twice", address: "" }), page: "twice", was, text: "Later on." }, edit("twice"));
  const page = await browser.get(`${edit("twice")}&version=${first}`);
  const html = await page.text();
  expect(html).toMatch(/<textarea[^>]*>At first\.<\/textarea>/);
  expect(html).toContain("<p>At first.</p>");
  const stored = await readFilledFrom(new Response(html));
  expect(JSON.parse(stored)).toMatchObject({ text: "Later on." });
  await save(
    { ...pageForm({ title: "Twice", address: "" }), page: "twice", was: stored, text: "At first." },
    edit("twice"),
  );
  expect((await findPage(db, "twice"))!.text).toBe("At first.");
});

test("a preview shows the page as readers will see it, with links to the shop, and saves nothing", async () => {
  const form = pageForm({ title: "Seen before", text: "See [returns](/returns), in {days to return}." });
  const answer = await browser.post("/pages/edit", { intent: "pages.preview", ...form });
  const html = await answer.text();
  expect(answer.status).toBe(200);
  expect(html).toContain('<a href="http://shop.test/returns"');
  expect(html.replaceAll("<!-- -->", "")).toContain(", in 10 days.");
  expect(html).toMatch(/<textarea[^>]*>See \[returns\]/);
  const { rows } = await db.execute(sql`select from pages where title = 'Seen before'`);
  expect(rows).toEqual([]);
});

test("the live preview is asked for by its own address, so that it neither reloads the page nor is held as a form", async () => {
  const ask = async (form: Record<string, string>) => {
    const answer = await browser.post("/pages/preview", { intent: "pages.preview", ...form });
    return { status: answer.status, ...((await answer.json()) as object) };
  };
  expect(await ask(pageForm({ title: "Live", text: "See [returns](/returns)." }))).toMatchObject({
    status: 200,
    preview: { title: "Live", sections: [{ blocks: [["See ", { to: "http://shop.test/returns" }, "."]] }] },
  });
  expect(await ask(pageForm({ title: "Live", text: "In {days}." }))).toEqual({
    status: 200,
    fault: expect.stringContaining("There is no field {days}"),
  });
  const stranger = openDeskBrowser(desk);
  const shut = await stranger.post("/pages/preview", { intent: "pages.preview", ...pageForm({ title: "Live" }) });
  expect(await shut.json()).toEqual({ fault: expect.stringContaining("Sign in again") });
});

test("a policy is written anew, shows its day, and gets the shop's own words back", async () => {
  const path = edit("terms-of-service");
  const was = await readFilledFrom(await browser.get(path));
  const { lead, text } = JSON.parse(was) as { lead: string; text: string };
  expect(text).toContain("With “Pay with {payment company}” you offer to buy.");
  const form = { page: "terms-of-service", was, lead, text };
  expect((await save(form, path)).status).toBe(303);
  expect(await findPage(db, "terms-of-service")).toBeNull();

  const ours = text.replace("\n\n## Who may buy", "\n\nWe are in Pune.\n\n## Who may buy").replaceAll("\n", "\r\n");
  expect((await save({ ...form, text: ours }, path)).status).toBe(303);
  await expect.poll(async () => (await read("/terms-of-service", other)).html, within).toContain("We are in Pune.");
  const { html } = await read("/terms-of-service");
  expect(html).not.toContain("May 31, 2025");
  expect(html).toContain('id="reviews"');
  expect((await read("/pages/terms-of-service")).status).toBe(404);
  expect((await read("/sitemaps/pages.xml")).html).not.toContain("/pages/terms");

  const again = await browser.get(`${path}&version=original`);
  const stored = await readFilledFrom(again);
  expect((await save({ ...form, was: stored }, path)).status).toBe(303);
  expect(await findPage(db, "terms-of-service")).toBeNull();
  await expect.poll(async () => (await read("/terms-of-service", other)).html, within).toContain("May 31, 2025");
  const unknown = await save({ ...form, text: "In {days to retrun}." }, path);
  expect(faultsIn(await unknown.text())).toEqual({ text: expect.stringContaining("Do you mean {days to return}?") });
  const removed = await browser.post(path, { intent: "pages.remove", page: "terms-of-service" });
  expect(removed.status).toBe(303);
});

test("words that an upgrade moved into a page are a version of it, the shop's own words are not listed twice", async () => {
  const path = edit("returns");
  const change = async (text: string) => {
    const was = await readFilledFrom(await browser.get(path));
    const { lead } = JSON.parse(was) as { lead: string };
    expect((await save({ page: "returns", was, lead, text }, path)).status).toBe(303);
  };
  await change("Ours at once.");
  const listed = await textOf(await browser.get(path));
  expect(listed).toContain("The shop’s own words");
  expect(listed).not.toContain("Until ");

  const moved = { title: "Shipping", lead: "Moved here.", place: "fixed", text: "By bullock cart." } as const;
  await savePage(db, { id: "shipping", ...moved, position: 0, isShown: true }, new Date());
  const shipping = edit("shipping");
  const was = await readFilledFrom(await browser.get(shipping));
  await save({ page: "shipping", was, lead: "Now.", text: "By rail." }, shipping);
  expect(await textOf(await browser.get(shipping))).toContain("Until ");
  expect(await (await browser.get(`${shipping}&version=first`)).text()).toMatch(/<textarea[^>]*>By bullock cart\./);
});

test("a question of one's own is on the FAQ, found there, and told to search engines", async () => {
  const path = edit("faq");
  const was = await readFilledFrom(await browser.get(path));
  const { lead, text } = JSON.parse(was) as { lead: string; text: string };
  const ours = `{original text}\n\n## The shop in Pune\n\n### Where do I park?\n\nBehind the *temple*, for {minutes to pay}.`;
  expect((await save({ page: "faq", was, lead, text: ours }, path)).status).toBe(303);
  await expect.poll(async () => (await read("/faq")).html, within).toContain("Where do I park?");
  const { html } = await read("/faq");
  expect(html).toContain("Behind the <em>temple</em>, for 25 minutes.");
  expect(html).toContain('"name":"Where do I park?"');
  expect(html).toContain('id="ways-to-pay"');
  const found = (await read("/faq?q=park%20temple")).html;
  expect(found).toContain("1 answer");
  expect(found).not.toContain('id="ways-to-pay"');
  const now = await readFilledFrom(await browser.get(path));
  await save({ page: "faq", was: now, lead, text }, path);
  expect(await findPage(db, "faq")).toBeNull();
});

test("About and Contact have words of one's own, around the books and next to the form", async () => {
  const write = async (page: string, words: { lead: string; text: string }) => {
    const was = await readFilledFrom(await browser.get(edit(page)));
    expect((await save({ page, was, ...words }, edit(page))).status).toBe(303);
  };
  const opened = await textOf(await browser.get(edit("about")));
  expect(opened).toContain("Five books from your window follow these words.");
  await write("about", {
    lead: "In {shop name}\r\nsince 1962.",
    text: "## From the bookseller {#bookseller}\n\nWe **stayed**.\n\n{original text}\n\n### Come in.\n\nAt ten.",
  });
  await expect.poll(async () => (await read("/about")).html, within).toContain("In Endpaper since 1962.");
  const about = (await read("/about")).html;
  for (const words of ["<title>About - Endpaper</title>", "About Endpaper</h1>", "We <strong>stayed</strong>."])
    expect(about).toContain(words);
  expect(about).toMatch(/We <strong>stayed.*Say what is true\..*Who we are.*Come in\..*What stands on the shelves/s);
  expect(about).not.toContain("Last updated");

  await write("contact", { lead: "We answer.", text: "## By boat {#boat}\n\nAt the ghat.\n\n{complaints contact}" });
  await expect.poll(async () => (await read("/contact", other)).html, within).toContain("We answer.");
  const contact = (await read("/contact", other)).html;
  for (const words of ['<h2 id="boat">By boat</h2>', "At the ghat.", "complaints@shop.test", "Send Message"])
    expect(contact).toContain(words);
  expect(contact).not.toContain("National Consumer Helpline");
});
