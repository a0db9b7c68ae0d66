/** Idempotency and lost updates at the desk: each form sent twice, and each outdated form. */
import { randomUUID } from "node:crypto";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import { deskActions } from "#desk/actions.server.ts";
import { sql } from "#db/sql.ts";
import {
  addPasskeyRow,
  addStaff,
  addStaffSession,
  deskUrl,
  openDeskBrowser,
  openTestDesk,
} from "#tests/support/desk/desk.ts";
import { actionLines, pathOf } from "#tests/support/desk-authority/every-action.ts";
import { formsThatAct } from "#tests/support/desk-authority/forms-that-act.ts";
import { readFilledFrom, textOf } from "#tests/support/desk/desk-form.ts";
import { setStock } from "#tests/support/sales/sale.ts";

const root = join(import.meta.dirname, "..", "..", "..");
const desk = await openTestDesk();
const { db } = desk;
await setStock(db, "godan", 200);

/** Actions without an idempotency key, and why. */
const doneEachTime: Record<string, string> = {
  "session.sign-out": "whoever has signed out sends no form any more",
  "passkey.ask": "a script asks for a new challenge",
  "passkey.add": "a challenge is good for one answer",
  "passkey.show": "a challenge is good for one answer",
  "passkey.use-code": "a code is good for one sign-in",
  "passkey.make-codes": "codes must not be stored in an answer",
  "books.select": "it changes no book",
  "books.preview": "it changes nothing",
  "catalogue.preview-opening": "it changes nothing",
  "parcels.preview-tracking": "it changes nothing",
  "remittances.preview": "it changes nothing",
  "people.preview-newsletter": "it changes nothing",
  "credentials.make-secret": "a key must not be stored in an answer",
  "pages.preview": "it changes nothing",
  "credentials.try": "the service is asked each time",
  "credentials.test-letter": "a test e-mail is sent each time",
  "shop.check": "it changes nothing",
  "counter.show-code": "the sale has its id, and the answer is what holds now",
  "counter.cancel-code": "a code is cancelled once",
  "backup.make": "a backup is made each time",
};

/** Actions without an entry in the audit log, and the tables that they change. */
const unrecorded = {
  "orders.save-view": "staff_views",
  "orders.remove-view": "staff_views",
  "parcels.scan": "packed_copies",
  "parcels.take-out": "packed_copies",
  "stock.scan": "delivery_lines",
  "stock.change-line": "delivery_lines",
  "buying.add-books": "purchase_order_lines",
  "buying.change-line": "purchase_order_lines",
  "quotations.add-books": "quotation_lines",
  "quotations.change-line": "quotation_lines",
  "stock.count": "stocktake_lines",
  "stock.count-typed": "stocktake_lines",
  "stock.set-count": "stocktake_lines",
  "import.upload": "import_work",
  "import.set-options": "import_work",
  "import.drop": "import_work",
} as const;

/**
 * The effects of an action: entries of the audit log, letters, and its unlogged table. Tasks that have started are left
 * out, because they continue by themselves.
 */
async function effectsOf(name: string) {
  const table = unrecorded[name as keyof typeof unrecorded] ?? "order_notes";
  const { rows } = await db.execute<{ lines: number; letters: number; rest: string | null }>(sql`
    select (select count(*)::int from desk_record) as lines, (select count(*)::int from outbox) as letters,
      (select jsonb_agg(t order by t)::text from ${sql.identifier(table)} t
        where coalesce(to_jsonb(t) ->> 'state', 'waiting') = 'waiting') as rest`);
  return rows[0]!;
}

/** Waits for an import that an earlier form has started, because while it runs no works are joined. */
async function noImportRuns() {
  const running = async () => (await db.execute(sql`select from import_work where state = 'running'`)).rowCount;
  await expect.poll(running, { timeout: 20_000 }).toBe(0);
}

async function ownersBrowser() {
  const owner = await addStaff(desk, "owner");
  await addPasskeyRow(desk, owner);
  return { owner, browser: openDeskBrowser(desk, await addStaffSession(desk, owner)) };
}

test.each(
  deskActions.map(({ action, path }) => ({ name: action.name, path })).filter(({ name }) => !(name in doneEachTime)),
)("$name: the same form twice has one effect and the same answer", async ({ name, path }) => {
  const { owner, browser } = await ownersBrowser();
  await noImportRuns();
  const target = await addStaff(desk, "packer");
  const sender = { desk, browser, owner, target };
  const given = await (formsThatAct[name]?.(sender) ?? actionLines[name]!.form(target, desk));
  const form = { intent: name, once: randomUUID(), ...given };
  const send = async () => {
    const answer = await browser.post(pathOf(path, form), form);
    const page = answer.status === 303 ? answer.headers.get("location") : await textOf(answer);
    // The undo cookie is set for the first submit only.
    const said = answer.headers.getSetCookie().filter((cookie) => !cookie.includes("desk-undo="));
    return { status: answer.status, said, page };
  };
  const before = await effectsOf(name);
  const first = await send();
  const after = await effectsOf(name);
  expect([200, 303], first.page!).toContain(first.status);
  expect(after.lines - before.lines).toBe(name in unrecorded ? 0 : 1);
  expect(after).not.toEqual(before);
  expect(await send()).toEqual(first);
  expect(await effectsOf(name)).toEqual(after);
});

/** Actions with an optimistic lock. */
const refusing = globSync("desk/pages/**/*.ts", { cwd: root }).flatMap((file) =>
  readFileSync(join(root, file), "utf8")
    .split("deskAction({")
    .flatMap((part) => (part.includes("refuseLostUpdate(") ? (/name: "([\w.-]+)"/.exec(part)?.[1] ?? []) : [])),
);

/** The query parameters that identify the edited object in the address after saving. */
const keys = ["list", "table", "window", "bundle", "code", "page"];

/** A form of this action that changes an existing object; if its test data creates a new one, creates it first. */
async function formOfChange(name: string, path: string) {
  const { owner, browser } = await ownersBrowser();
  const target = await addStaff(desk, "packer");
  const given = await (formsThatAct[name]?.({ desk, browser, owner, target }) ?? actionLines[name]!.form(target, desk));
  const form: Record<string, string> = { intent: name, ...given };
  // Two windows cannot be due at the same minute, and the settings must be unchanged.
  if (form.dueAt) form.dueAt = `${new Date(Date.now() + 50 * 86_400_000).toISOString().slice(0, 10)}T09:00`;
  if (name === "settings.save") await db.execute(sql`delete from shop_settings`);
  if (form.was !== "") return { browser, form };
  const to = (await browser.post(pathOf(path, form), form)).headers.get("location")!;
  const { searchParams } = new URL(to, deskUrl);
  const key = keys.find((one) => searchParams.has(one))!;
  return {
    browser,
    form: { ...form, [key]: searchParams.get(key)!, was: await readFilledFrom(await browser.get(to)) },
  };
}

test.each(refusing)("%s rejects a form whose data changed since it was loaded", async (name) => {
  const { path } = deskActions.find(({ action }) => action.name === name)!;
  const { browser, form } = await formOfChange(name, path);
  const before = await effectsOf(name);
  const late = { ...form, once: randomUUID(), was: JSON.stringify({ name: "as it was before somebody changed it" }) };
  const answer = await browser.post(pathOf(path, form), late);
  expect([answer.status, await textOf(answer)]).toEqual([409, expect.stringContaining("Somebody")]);
  // The only effect is the logged refusal.
  expect(await effectsOf(name)).toEqual({ ...before, lines: before.lines + 1 });
  expect([200, 303]).toContain((await browser.post(pathOf(path, form), { ...form, once: randomUUID() })).status);
});

test("what refuses a lost update is found in the sources", () => {
  expect(refusing.length).toBeGreaterThanOrEqual(12);
});

test("other fields are another act, and what was refused can be sent again", async () => {
  const { browser } = await ownersBrowser();
  const once = randomUUID();
  const make = (name: string) => browser.post("/series", { intent: "catalogue.add-series", name, once });
  expect([(await make("")).status, (await make("First")).status, (await make("Second")).status]).toEqual([
    422, 303, 303,
  ]);
  const member = String(await addStaff(desk, "packer"));
  const invite = async () => {
    const form = { intent: "staff.invite", address: `${member}@example.com`, role: "packer", once };
    return browser.post("/staff", form);
  };
  await db.execute(sql`update staff set address = ${`${member}@example.com`} where id = ${member}`);
  expect((await invite()).status).toBe(409);
  await db.execute(sql`update staff set address = 'elsewhere@example.com' where id = ${member}`);
  const link = /invitations\/[\w-]{43}/.exec(await (await invite()).text())![0];
  // The link is not stored, even though the repeated form shows it again; and the link still works.
  expect(await (await invite()).text()).toContain(link);
  const { rows } = await db.execute<{ answers: string }>(
    sql`select jsonb_agg(answer)::text as answers from desk_answers`,
  );
  expect(rows[0]!.answers).not.toContain(link.split("/")[1]);
  expect(await (await openDeskBrowser(desk).get(`/${link}`)).text()).toContain("You are invited to work here");
});

test("the same file brought twice is one file, and another one of its name is another", async () => {
  const { browser } = await ownersBrowser();
  const once = randomUUID();
  const bring = async (text: string) => {
    const form = new FormData();
    for (const [name, value] of Object.entries({ intent: "import.upload", kind: "books", once })) form.set(name, value);
    form.set("file", new Blob([text]), "our books.csv");
    const cookie = `desk=${browser.cookies.get("desk")!}`;
    const init = { method: "POST", body: form, headers: { origin: deskUrl, cookie } };
    return (await desk.pages.fetch(new Request(`${deskUrl}/import`, init))).headers.get("location");
  };
  const first = await bring("title,mrp\nOne,100\n");
  expect(await bring("title,mrp\nOne,100\n")).toBe(first);
  expect(await bring("title,mrp\nOne,200\n")).not.toBe(first);
});
