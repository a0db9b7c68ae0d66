/** Drafts of home (windows) at the desk: preview, publishing now or later, undo, conflicts, and sold-out books. */
import { beforeEach, expect, test } from "vitest";

import { sql } from "#db/sql.ts";
import { homeSections } from "#shop/office/storefront/sections.ts";
import { readStorefront } from "#shop/office/storefront/published-storefront.server.ts";
import { publishDueStorefronts } from "#shop/office/storefront/storefront-drafts.server.ts";
import { draftForm } from "#tests/support/desk-authority/window.ts";
import { faultsIn, readFilledFrom, textOf } from "#tests/support/desk/desk-form.ts";
import {
  addPasskeyRow,
  addStaff,
  addStaffSession,
  deskUrl,
  openDeskBrowser,
  openTestDesk,
  type DeskBrowser,
} from "#tests/support/desk/desk.ts";
import { count, setStock } from "#tests/support/sales/sale.ts";

const desk = await openTestDesk();
const { db, services } = desk;
const shopUrl = services.settings.publicUrl;
const books = ["godan", "matilda", "kari"];

beforeEach(async () => {
  for (const book of books) await setStock(db, book, 5);
  await db.execute(sql`delete from windows`);
  await db.execute(sql`update promotions set ends_at = null, is_announced = true where code = 'SUMMER20'`);
});

/** A stale page is served until the new one is rendered. */
const shortly = { timeout: 45_000, interval: 50 };

async function bookseller() {
  const id = await addStaff(desk, "bookseller");
  await addPasskeyRow(desk, id);
  return openDeskBrowser(desk, await addStaffSession(desk, id));
}

const featuring = (...featured: string[]) =>
  Object.fromEntries(featured.map((book, place) => [`featured-${place}`, book]));

/** Saves a draft of a window; returns its number. */
async function prepare(browser: DeskBrowser, name: string, changes: Record<string, string> = {}): Promise<string> {
  const saved = await browser.post("/window/draft", {
    intent: "window.save-draft",
    ...draftForm({ name, ...changes }),
  });
  expect(saved.status).toBe(303);
  return new URL(saved.headers.get("location")!, deskUrl).searchParams.get("window")!;
}

const pageOf = (id: string) => `/window/draft?window=${id}`;

async function act(browser: DeskBrowser, intent: string, window: string, form: Record<string, string> = {}) {
  const was = await readFilledFrom(await browser.get(pageOf(window)));
  return browser.post(pageOf(window), { intent, window, was, ...form });
}

async function home(query = "") {
  const answer = await desk.pages.fetch(new Request(`${shopUrl}/${query}`));
  return { answer, html: await answer.text() };
}

/** The headings of home's sections, in order. */
const headingsOf = (html: string) =>
  [...html.matchAll(/<h2 id="([\w-]+)"/g)].map(([, id]) => id).filter((id) => id !== "newsletter-title");

async function newestEntry(): Promise<string> {
  const { rows } = await db.execute<{ number: string }>(sql`select max(number)::text as number from desk_record`);
  return rows[0]!.number;
}

async function undo(browser: DeskBrowser, entry: string) {
  return browser.post(`/record/${entry}`, { intent: "record.undo", entry });
}

test("a window is prepared, looked at, published, undone, and published again; readers see only what is published", async () => {
  const browser = await bookseller();
  desk.pages.drop();
  const before = await readStorefront(db);
  const id = await prepare(browser, "Monsoon", {
    ...featuring(...books),
    sections: "lists, featured, no section",
    "shown-chart": "",
    "code-SUMMER20": "",
  });
  expect(await readStorefront(db)).toEqual(before);

  const look = await browser.get(`/window/${id}/preview?look=dark`);
  expect(look.headers.get("content-security-policy")).toContain(`frame-src ${shopUrl}`);
  const url = /<iframe[^>]* src="([^"]+)"/.exec(await look.text())![1]!;
  const shown = await home(url.slice(shopUrl.length + 1));
  expect(shown.answer.status).toBe(200);
  expect(shown.answer.headers.get("cache-control")).toBe("private, no-store");
  expect(shown.answer.headers.get("content-security-policy")).toContain(`frame-ancestors ${deskUrl}`);
  expect(headingsOf(shown.html)[0]).toBe("lists-title");
  expect(headingsOf(shown.html)).not.toContain("chart-title");
  expect(headingsOf(shown.html)).not.toContain("promo-title");
  expect(shown.html).toContain('colorScheme = "dark"');
  const asItIs = async () => headingsOf((await home()).html);
  await expect.poll(asItIs, shortly).toEqual(expect.arrayContaining(["promo-title", "chart-title"]));
  expect((await home()).answer.headers.get("content-security-policy")).toContain("frame-ancestors 'none'");

  const published = await act(browser, "window.publish", id);
  expect(published.headers.get("location")).toBe("/window");
  desk.pages.drop();
  const entry = await newestEntry();
  const after = await readStorefront(db);
  expect(after).toMatchObject({ featured: books, leftOut: ["chart"], codes: [] });
  const first = ["lists", "featured"];
  expect(after.sections).toEqual([...first, ...homeSections.filter((section) => !first.includes(section))]);
  await expect.poll(async () => headingsOf((await home()).html), shortly).toEqual(headingsOf(shown.html));
  // A published window cannot be published again as a draft.
  const again = await browser.post("/window/draft", { intent: "window.publish", window: id, was: "{}" });
  expect(again.headers.get("location")).toBe("/window");
  expect(await newestEntry()).toBe(entry);

  const page = await (await browser.get("/window")).text();
  expect(page).toMatch(new RegExp(`href="/window/draft\\?from=${id}"[^>]*>Edit<`));
  // The address that it had as a draft leads to a copy.
  expect((await browser.get(pageOf(id))).headers.get("location")).toBe(`/window/draft?from=${id}`);
  expect(await textOf(await browser.get(`/window/draft?from=${id}`))).toContain("A copy of “Monsoon”");

  const shownNow = await textOf(await browser.get("/window"));
  expect(shownNow).toMatch(/On the home page now Monsoon Since \S.*, by .* Published windows Monsoon Shown now/);
  expect((await undo(browser, entry)).status).toBe(303);
  expect(await readStorefront(db)).toEqual(before);
  const list = await textOf(await browser.get("/window"));
  expect(list).toMatch(
    /now Monsoon Changed since it was published on .* Published windows Monsoon \S.* Before Monsoon/,
  );
  expect(list).not.toContain("Shown now");
  const back = { intent: "window.publish-again", window: id, once: "one-key" };
  expect((await browser.post("/window", back)).status).toBe(303);
  expect(await readStorefront(db)).toEqual(after);
  const shownAgain = await count(db, sql`select count(*) from windows where name = 'Monsoon'`);
  expect((await browser.post("/window", back)).status).toBe(303);
  expect(await count(db, sql`select count(*) from windows where name = 'Monsoon'`)).toBe(shownAgain);
});

test("the words at the top are those of the window, and the usual ones again once it is undone", async () => {
  const browser = await bookseller();
  const title = async () => /<h1[^>]*>([^<]*)<\/h1>/.exec((await home()).html)?.[1];
  const usual = "Discover Your Next Great Read";
  desk.pages.drop();
  expect(await title()).toBe(usual);
  const long = { name: "Words", welcomeTitle: "x".repeat(61), welcomeLine: "y".repeat(301) };
  const refused = await browser.post("/window/draft", { intent: "window.save-draft", ...draftForm(long) });
  expect(faultsIn(await refused.text())).toEqual({
    welcomeTitle: "Write at most 60 characters.",
    welcomeLine: "Write at most 300 characters.",
  });
  const words = { welcomeTitle: " Lights, sweets,\u200b books ", welcomeLine: "दिवाली is near." };
  const id = await prepare(browser, "Words", words);
  expect((await act(browser, "window.publish", id)).status).toBe(303);
  const entry = await newestEntry();
  desk.pages.drop();
  await expect.poll(title, shortly).toBe("Lights, sweets, books");
  expect((await home()).html).toContain("दिवाली is near. ");
  expect((await undo(browser, entry)).status).toBe(303);
  desk.pages.drop();
  await expect.poll(title, shortly).toBe(usual);
});

test("home is previewed with what a form has, before it is saved", async () => {
  const browser = await bookseller();
  const form = { ...draftForm({ "shown-chart": "" }), ...featuring("kari", "godan"), welcomeTitle: "Typed" };
  const ask = async (changes: Record<string, string> = {}) => {
    const answer = await browser.get(`/window/look?${new URLSearchParams({ ...form, ...changes })}`);
    return (await answer.json()) as { url?: string; problem?: string };
  };
  const { url = "" } = await ask({ look: "dark" });
  const shown = await home(url.slice(shopUrl.length + 1));
  expect(shown.answer.headers.get("cache-control")).toBe("private, no-store");
  expect(shown.html).toContain("Typed</h1>");
  // The first one is in front; the other is in the chart, so it is not at the top too.
  expect(shown.html).toMatch(/<li class="fan-front"><a [^>]*href="\/books\/kari"/);
  expect(headingsOf(shown.html)).not.toContain("chart-title");
  expect(shown.html).toContain('colorScheme = "dark"');
  expect(await ask({ "featured-5": "no-such-book" })).toEqual({ problem: "The shop has no such book: no-such-book." });
  expect(await count(db, sql`select count(*) from windows`)).toBe(0);
});

test("a window is published by the shop at its time, is in the audit log, and is undone", async () => {
  const browser = await bookseller();
  const id = await prepare(browser, "Diwali", featuring("kari", "godan"));
  const before = await readStorefront(db);
  expect((await act(browser, "window.plan", id, { dueAt: "2020-01-01T10:30" })).status).toBe(409);
  const soon = new Date(Date.now() + 3 * 3_600_000);
  const dueAt = new Date(soon.getTime() + 5.5 * 3_600_000).toISOString().slice(0, 16);
  expect((await act(browser, "window.plan", id, { dueAt })).status).toBe(303);
  const planned = await newestEntry();
  expect(await textOf(await browser.get(pageOf(id)))).toContain("The shop publishes it by itself on");

  const other = await prepare(browser, "Holi", featuring("matilda"));
  const same = await act(browser, "window.plan", other, { dueAt });
  expect(same.status).toBe(409);
  expect(await textOf(same)).toContain("The window “Diwali” is published at the same time.");

  await publishDueStorefronts(services);
  expect(await readStorefront(db)).toEqual(before);
  expect((await undo(browser, planned)).status).toBe(303);
  const later = { ...services, now: () => new Date(Date.now() + 4 * 3_600_000) };
  await publishDueStorefronts(later);
  expect(await readStorefront(db)).toEqual(before);
  expect((await act(browser, "window.plan", id, { dueAt })).status).toBe(303);
  await publishDueStorefronts(later);
  await publishDueStorefronts(later);
  expect((await readStorefront(db)).featured).toEqual(["kari", "godan"]);
  const { rows } = await db.execute<{ number: string; actor: string; words: string }>(sql`
    select number::text as number, actor, words from desk_record where words like '%“Diwali”, as%'`);
  expect(rows).toEqual([
    {
      number: expect.any(String) as string,
      actor: "shop",
      words: expect.stringContaining("Published the window") as string,
    },
  ]);
  expect((await undo(browser, rows[0]!.number)).status).toBe(303);
  expect(await readStorefront(db)).toEqual(before);
});

test("of two who change one window the second saves and publishes nothing, and sees both versions", async () => {
  const [first, second] = [await bookseller(), await bookseller()];
  const id = await prepare(first, "Both", featuring("godan"));
  const was = await readFilledFrom(await second.get(pageOf(id)));
  const save = (browser: DeskBrowser, ...featured: string[]) =>
    browser.post(pageOf(id), {
      intent: "window.save-draft",
      ...draftForm({ window: id, was, name: "Both", sections: "lists, code", ...featuring(...featured) }),
    });
  expect((await save(first, "kari")).status).toBe(303);
  const late = await save(second, "matilda");
  expect(late.status).toBe(409);
  const both = await textOf(late);
  expect(both).toMatch(/At the top, book 1 matilda \S+/);
  // In words, although the fields have ids.
  expect(both).toMatch(/Order of the sections Curated Reading Lists, The offer banner \S+/);
  const publish = await second.post(pageOf(id), { intent: "window.publish", window: id, was });
  expect(publish.status).toBe(409);
  const stored = await db.execute<{ content: { featured: string[] }; isOut: boolean }>(sql`
    select content, published_at is not null as is_out from windows where id = ${id}`);
  expect(stored.rows).toEqual([{ content: expect.objectContaining({ featured: ["kari"] }) as object, isOut: false }]);
  const removed = await first.post(pageOf(id), { intent: "window.remove-draft", window: id });
  expect(removed.headers.get("location")).toBe("/window");
  expect((await undo(first, await newestEntry())).status).toBe(303);
  expect(await count(db, sql`select count(*) from windows where id = ${id} and name = 'Both'`)).toBe(1);
});

test("what cannot be in a window is said, with what was typed, and nothing is kept", async () => {
  const browser = await bookseller();
  const { rows } = await db.execute<{ id: string }>(sql`
    insert into reviews (work_id, name, rating, body, state, is_sample)
    select work_id, 'Asha', 5, repeat('a', 2000), 'published', true from books where id = 'godan' returning id::text as id`);
  const long = rows[0]!.id;
  const said = async (changes: Record<string, string>) => {
    const answer = await browser.post("/window/draft", {
      intent: "window.save-draft",
      ...draftForm({ name: "Odd", ...changes }),
    });
    return [answer.status, await textOf(answer)];
  };
  const nothing = Object.fromEntries(homeSections.map((section) => [`shown-${section}`, ""]));
  const cases: [Record<string, string>, number, string][] = [
    [featuring("no-such-book"), 409, "The shop has no such book: no-such-book."],
    [featuring("godan", "godan"), 409, "is named twice."],
    [{ "testimonial-0": long }, 409, "The review by Asha has 2,000 characters; the home page shows at most 600."],
    [{ "testimonial-0": "no number" }, 409, "There is no review no number."],
    [{ "list-0": "no-such-list" }, 409, "The reading list no-such-list was removed."],
    [{ "code-NOSUCH": "yes" }, 409, "The code NOSUCH no longer exists."],
    [{ name: "" }, 422, "Write its name."],
    [nothing, 422, "Show at least one section"],
  ];
  for (const [changes, status, words] of cases)
    expect(await said(changes), words).toEqual([status, expect.stringContaining(words)]);
  expect(await count(db, sql`select count(*) from windows where name = 'Odd'`)).toBe(0);
  for (const link of ["1", "1.1.x", `1.1999999999.${"a".repeat(43)}`, "%00", "<b>"])
    expect((await home(`?window=${link}`)).answer.status, link).toBe(400);
});

test("a button moves a section by one place, saves the window with all that was typed, and has the focus again", async () => {
  const browser = await bookseller();
  const id = await prepare(browser, "Moved");
  const sectionsIn = async (path: string) => {
    const html = await (await browser.get(path)).text();
    const names = /name="sections" value="([^"]*)"/.exec(html)![1]!.split(", ");
    const focused = /<button[^>]*autofocus[^>]*value="([^"]*)"|<button[^>]*value="([^"]*)"[^>]*autofocus/i.exec(html);
    return { names, focused: focused?.[1] ?? focused?.[2] ?? null, hasName: html.includes('value="Typed"') };
  };
  const start = await sectionsIn(pageOf(id));
  expect(start.focused).toBeNull();
  const move = async (name: string, section: string, typed: Record<string, string>) => {
    const was = await readFilledFrom(await browser.get(pageOf(id)));
    const sections = (await sectionsIn(pageOf(id))).names.join(", ");
    const form = { ...draftForm({ window: id, was, sections, ...typed }), move: `${name} ${section}` };
    const answer = await browser.post(pageOf(id), { intent: "window.save-draft", ...form });
    expect(answer.status).toBe(303);
    return sectionsIn(answer.headers.get("location")!);
  };
  const [first, second, ...others] = start.names;
  const down = await move("down", homeSections[0], { name: "Typed" });
  expect(down).toEqual({ names: [second, first, ...others], focused: `down ${homeSections[0]}`, hasName: true });
  // At the top the pressed button is gone, so the other one gets the focus.
  const up = await move("up", homeSections[0], { name: "Typed" });
  expect(up).toEqual({ names: start.names, focused: `down ${homeSections[0]}`, hasName: true });
  const atTheEnd = await move("down", homeSections.at(-1)!, { name: "Typed" });
  expect(atTheEnd.names).toEqual(start.names);
});

test("a book that cannot be had later gives way on home, and the desk says so", async () => {
  const browser = await bookseller();
  const id = await prepare(browser, "Later", { ...featuring("kari", "jejuri"), "code-SUMMER20": "yes" });
  expect((await act(browser, "window.publish", id)).status).toBe(303);
  await setStock(db, "kari", 0);
  await db.execute(
    sql`update promotions set starts_at = now() - interval '2 days', ends_at = now() - interval '1 minute' where code = 'SUMMER20'`,
  );
  desk.pages.drop();
  const fan = async () => (await home()).html.split('class="fan"')[1]!.split("</ul>")[0];
  await expect.poll(fan, shortly).toMatch(/^(?!.*books\/kari).*books\/jejuri/);
  expect(headingsOf((await home()).html)).not.toContain("promo-title");
  const words = await textOf(await browser.get("/window"));
  expect(words).toContain("Kari cannot be bought now: the next book is shown instead.");
  expect(words).toContain("The code SUMMER20 has ended, so the home page does not announce it.");
});
