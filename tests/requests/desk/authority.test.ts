/** Authorization at the desk: each action and page with each role and session, by the table of permissions. */
import { readFileSync } from "node:fs";

import { expect, test } from "vitest";

import { deskActions } from "#desk/actions.server.ts";
import { deskRoutes, type DeskRoute } from "#desk/desk-routes.ts";
import { sql } from "#db/sql.ts";
import type { Role } from "#shop/people/staff/roles.ts";
import {
  addPasskeyRow,
  addStaff,
  addStaffSession,
  deskUrl,
  openDeskBrowser,
  openTestDesk,
  auditLogTexts,
  type DeskBrowser,
} from "#tests/support/desk/desk.ts";
import { bookPages, knownNames } from "#tests/support/desk-authority/books.ts";
import { actionLines, pathOf } from "#tests/support/desk-authority/every-action.ts";
import { everyRole } from "#tests/support/desk-authority/authority-case.ts";
import {
  actionPermissions,
  changesStaff,
  isRepeated,
  pagePermissions,
  recordedPages,
} from "#tests/support/desk-authority/permissions.ts";
import { knownReports, reportsPages } from "#tests/support/desk-authority/reports.ts";
import { orderPages, orderPapers } from "#tests/support/desk-authority/orders.ts";
import { addFinishedImport, addFinishedJob, importPages } from "#tests/support/desk-authority/imports.ts";
import { addPurchaseOrder, addSupplierReturn, buyingPages } from "#tests/support/desk-authority/buying.ts";
import { addQuotation, quotationPages } from "#tests/support/desk-authority/quotations.ts";
import { counterPages, knownBill, knownTill } from "#tests/support/desk-authority/counter.ts";
import { begun, counting, stockPages } from "#tests/support/desk-authority/stock.ts";
import { offersPages } from "#tests/support/desk-authority/offers.ts";
import { settingsPages } from "#tests/support/desk-authority/settings.ts";
import { preparedStorefront, windowPages } from "#tests/support/desk-authority/window.ts";
import { peoplePages, peopleParameters } from "#tests/support/desk-authority/people.ts";
import { countDeadlocks } from "#tests/support/database/deadlocks.ts";
import { paidOrder } from "#tests/support/sales/paid-order.ts";
import { signInReader } from "#tests/support/sales/readers.ts";
import { setStock } from "#tests/support/sales/sale.ts";

const desk = await openTestDesk();
await setStock(desk.db, "godan", 400);
/** Without another owner, removing the last one is refused. */
await addStaff(desk, "owner", "another-owner");

/** All rows that an action could change, as text. */
async function stateOfDesk(): Promise<string> {
  const { rows } = await desk.db.execute<{ state: string }>(sql`
    select jsonb_build_array((select jsonb_agg(s order by id) from staff s),
      (select jsonb_agg(i order by id) from staff_invitations i),
      (select jsonb_agg(p order by id) from staff_passkeys p),
      (select jsonb_agg(jsonb_build_array(o.number, o.state) order by id) from orders o),
      (select jsonb_agg(d order by kind, entity_id) from payout_differences d),
      (select jsonb_agg(u order by entry) from record_undos u),
      (select jsonb_agg(q order by id) from refund_requests q),
      (select jsonb_agg(jsonb_build_array(r.order_id, r.amount_paise) order by id) from refunds r),
      (select jsonb_agg(to_jsonb(x) - 'seen_at' order by id) from staff_sessions x))::text as state`);
  return rows[0]!.state;
}

/** The age of a session's passkey check, in minutes; null for none. */
const passkeyAges = [0, 11, null] as const;

interface Signed {
  role: Role;
  passkeyMinutes: (typeof passkeyAges)[number];
  browser: DeskBrowser;
}

/** Adds one member of staff per role, with a session for each age of the passkey check. */
async function signInEveryRole(): Promise<Signed[]> {
  const signed: Signed[] = [];
  for (const role of everyRole) {
    const id = await addStaff(desk, role);
    await addPasskeyRow(desk, id);
    for (const passkeyMinutes of passkeyAges) {
      const token = await addStaffSession(desk, id, { passkeyMinutes });
      signed.push({ role, passkeyMinutes, browser: openDeskBrowser(desk, token) });
    }
  }
  return signed;
}

test("every action has a line, and every line an action", () => {
  expect(deskActions.map(({ action }) => action.name).sort()).toEqual(Object.keys(actionLines).sort());
});

/** Groups names by what they require, sorted. */
function groupNames(asked: (readonly [name: string, what: string])[]): Record<string, string[]> {
  const groups = Object.groupBy(asked, ([, what]) => what);
  return Object.fromEntries(Object.entries(groups).map(([what, group]) => [what, group!.map(([name]) => name).sort()]));
}
const sorted = (table: Record<string, string[]>) =>
  Object.fromEntries(Object.entries(table).map(([what, names]) => [what, names.toSorted()]));

test("every action asks the permission and the proof that the table of permissions says", () => {
  const actions = deskActions.map(({ action }) => action);
  expect(groupNames(actions.map(({ name, needs, proof }) => [name, `${needs}: ${proof}`]))).toEqual(
    sorted(actionPermissions),
  );
  expect(actions.filter((action) => action.changesStaff).map(({ name }) => name)).toEqual(changesStaff);
  expect(actions.filter((action) => action.isRepeated).map(({ name }) => name)).toEqual(isRepeated);
});

/**
 * The permissions that the source of a page requires in its `requireStaff` calls, and the action that it writes into
 * the audit log.
 */
function readPage(path: string, { file, needs }: DeskRoute) {
  // One function loads the tables and lists of the window.
  const source = ["/window/table", "/window/list"].includes(path)
    ? "pages/window/answer-storefront-form.server.ts"
    : file;
  const text = readFileSync(new URL(`../../../desk/${source}`, import.meta.url), "utf8");
  const calls = [...text.matchAll(/requireStaff\(\s*args,\s*\{([^]*?)\}\s*,?\s*\)/g)].map(([, asked]) => {
    const [, permission] = /needs: "([\w-]+)"/.exec(asked!)!;
    return `${permission}: ${/proof: "([\w ]+)"/.exec(asked!)?.[1] ?? "passkey"}`;
  });
  return {
    asked: calls.length > 0 ? [...new Set(calls)].join(", ") : needs === null ? "before the sign-in" : "leads on",
    routed: needs,
    records: /requireStaff\([^;]*\bentry\b/.test(text) ? /action: "(\w+\.[\w-]+)"/.exec(text)![1]! : null,
    // The permission is checked before anything is read or a file is made.
    isAskedFirst: calls.length === 0 || text.search(/await requireStaff\(/) <= text.search(/\bawait\b/),
  };
}

test("every page and file asks the permission and the proof that the table says before it reads anything, and is recorded", () => {
  const read = Object.entries<DeskRoute>(deskRoutes).map(([path, route]) => ({ path, ...readPage(path, route) }));
  expect(groupNames(read.map(({ path, asked }) => [path, asked]))).toEqual(sorted(pagePermissions));
  for (const { path, asked, routed, isAskedFirst } of read) {
    if (asked.includes(":")) expect(asked.split(":")[0], path).toBe(routed);
    expect(isAskedFirst, path).toBe(true);
  }
  expect(Object.fromEntries(read.flatMap(({ path, records }) => (records ? [[path, records]] : [])))).toEqual(
    recordedPages,
  );
});

/**
 * Headers of forms that another site sends. One check refuses them before it knows the action, so each action tries
 * only some.
 */
const foreignHeaders: Record<string, string>[] = [
  { origin: "http://shop.test", "sec-fetch-site": "cross-site" },
  { origin: "http://shop.test", "sec-fetch-site": "same-site" },
  { origin: "http://other.shop.test" },
  { origin: "null" },
  { origin: `${deskUrl}:8080` },
  { "sec-fetch-site": "same-origin" },
  { origin: deskUrl, "sec-fetch-site": "same-site" },
  {},
];

test.each(deskActions.map(({ action, path }, place) => ({ name: action.name, path, place })))(
  "$name: each role gets the one answer that the table of roles says, and no other session or page does it",
  async ({ name, path, place }) => {
    const line = actionLines[name]!;
    const wantedOf = { 0: line.done, 11: line.old, null: line.never };
    const answers = (await signInEveryRole()).map((signed) => {
      const wanted = wantedOf[`${signed.passkeyMinutes}`];
      const isAllowed = line.may.includes(signed.role);
      const what = `${signed.role}, passkey ${signed.passkeyMinutes} minutes ago`;
      return { ...signed, wanted, isAllowed, what, isDone: isAllowed && wanted === line.done };
    });
    const makeForm = async () => ({ intent: name, ...(await line.form(await addStaff(desk, "packer"), desk)) });
    const reader = openDeskBrowser(desk);
    reader.cookies.set("session", (await signInReader(desk.db, `reader of ${name}`)).token);
    const asDeskCookie = openDeskBrowser(desk, reader.cookies.get("session"));

    // All refused sessions send the same form, which stays valid because nothing is changed.
    const form: Record<string, string> = await makeForm();
    const before = await stateOfDesk();
    for (const { browser, wanted, isAllowed, passkeyMinutes, what } of answers.filter(({ isDone }) => !isDone)) {
      const answer = await browser.post(pathOf(path, form), form);
      expect(answer.status, what).toBe(isAllowed || passkeyMinutes === null ? wanted : 403);
      if (!isAllowed && passkeyMinutes !== null)
        expect((await auditLogTexts(desk, 1))[0], what).toMatch(/^Was refused to .*the role does not allow it\.$/);
    }
    for (const browser of [openDeskBrowser(desk), reader, asDeskCookie]) {
      const answer = await browser.post(pathOf(path, form), form);
      expect(answer.status).toBe(line.signedOut);
      if (line.signedOut === 303) expect(answer.headers.get("location")).toMatch(/^\/sign-in/);
    }
    const withPasskey = answers.filter(({ passkeyMinutes }) => passkeyMinutes === 0);
    const owner = withPasskey.find(({ role }) => role === "owner")!.browser;
    const chosen = place === 0 ? foreignHeaders : [foreignHeaders[place % foreignHeaders.length]!];
    for (const headers of chosen) {
      const answer = await owner.post(pathOf(path, form), form, headers);
      expect(answer.status, JSON.stringify(headers)).toBe(403);
      expect(await answer.text()).toContain("did not come from the desk's own pages");
    }
    const { role, browser: another } = withPasskey[place % withPasskey.length]!;
    const foreign = await another.post(pathOf(path, form), form, { origin: "http://shop.test" });
    expect(foreign.status, role).toBe(403);
    expect(await stateOfDesk()).toBe(before);

    for (const { browser, wanted, what } of answers.filter(({ isDone }) => isDone)) {
      const own = await makeForm();
      expect((await browser.post(pathOf(path, own), own)).status, what).toBe(wanted);
    }
  },
);

/** The roles that see each page; null for pages before the sign-in. */
const pages: Record<string, readonly Role[] | null> = {
  ...stockPages,
  ...buyingPages,
  ...quotationPages,
  ...counterPages,
  ...importPages,
  ...bookPages,
  ...peoplePages,
  "/": everyRole,
  "/parcels": ["owner", "bookseller", "packer"],
  "/orders": ["owner", "bookseller"],
  "/orders/:number": ["owner", "bookseller"],
  ...reportsPages,
  ...orderPages,
  ...offersPages,
  ...settingsPages,
  ...windowPages,
  "/staff": ["owner"],
  "/record": ["owner", "bookseller"],
  "/record/:entry": ["owner", "bookseller"],
  "/me": everyRole,
  "/passkey": everyRole,
  "/sign-in": null,
  "/invitations/:secret": null,
};
/** Pages that only redirect. */
const leadsOn = ["/passkey/key", "/sign-in/key", "/sign-out", "/auth/google/callback", ...orderPapers];

/**
 * The forms of a page without protection against a double submit; those of a preview belong to the shop and cannot be
 * submitted.
 */
function formsDoneTwice(html: string): string[] {
  const forms = [...html.matchAll(/<form[^>]* method="post"[^]*?<\/form>/g)].map(([form]) => form);
  return forms.filter((form) => !form.includes('name="once"') && !/action="\/(cart|wishlist)\//.test(form));
}

test("every page is shown to the roles that the table names, and to nobody else", async () => {
  const table = Object.entries<DeskRoute>(deskRoutes).filter(([path]) => path !== "/*" && !leadsOn.includes(path));
  expect(table.map(([path]) => path).sort()).toEqual(Object.keys(pages).sort());
  const known = {
    order: (await paidOrder(desk, "desk-pages", { godan: 1 })).number,
    secret: "a".repeat(43),
    entry: "1",
    book: "godan",
    ...knownNames,
    ...(await knownReports(desk)),
    ...(await peopleParameters(desk)),
    ...(await knownTill(desk)),
    bill: (await knownBill(desk)).bill,
  };
  const somebody = await addStaff(desk, "packer");
  Object.assign(known, {
    ...(await addPurchaseOrder(desk, somebody)),
    ...(await addQuotation(desk, somebody)),
    ...(await addSupplierReturn(desk, somebody)),
    paper: "return-note",
    delivery: await begun(desk, somebody),
    count: await counting(desk, somebody),
    work: await addFinishedJob(desk, somebody),
    import: await addFinishedImport(desk),
    window: await preparedStorefront(desk),
  });
  const signed = await signInEveryRole();
  for (const [pattern] of table) {
    const path = pathOf(pattern, known);
    const guest = await openDeskBrowser(desk).get(path);
    const roles = pages[pattern]!;
    expect(guest.status, path).toBe(roles ? 302 : 200);
    if (!roles) continue;
    expect(guest.headers.get("location"), path).toMatch(/^\/sign-in/);
    for (const { role, passkeyMinutes, browser } of signed) {
      if (passkeyMinutes === 11 || (passkeyMinutes === null && path === "/passkey")) continue;
      const answer = await browser.get(path);
      if (passkeyMinutes === null) {
        expect(answer.headers.get("location"), `${path} for ${role}`).toMatch(/^\/passkey/);
        continue;
      }
      const isShown = roles.includes(role);
      expect(answer.status, `${path} for ${role}`).toBe(isShown ? 200 : 403);
      if (!isShown) expect(await answer.text()).toContain("may see this page");
      else if (answer.headers.get("content-type")?.startsWith("text/html"))
        expect(formsDoneTwice(await answer.text())).toEqual([]);
    }
  }
});

test("a session ends after an hour without use, after twelve hours, and with the role it was begun in", async () => {
  const id = await addStaff(desk, "packer");
  const age = async (set: ReturnType<typeof sql>) => {
    const browser = openDeskBrowser(desk, await addStaffSession(desk, id));
    expect((await browser.get("/me")).status).toBe(200);
    await desk.db.execute(sql`update staff_sessions set ${set} where staff_id = ${id}`);
    const answer = await browser.get("/me");
    expect(answer.headers.get("location")).toBe("/sign-in?next=%2Fme&trouble=ended");
    expect(browser.cookies.has("desk")).toBe(false);
  };
  await age(sql`seen_at = now() - interval '61 minutes'`);
  await age(sql`created_at = now() - interval '721 minutes'`);

  const phone = openDeskBrowser(desk, await addStaffSession(desk, id));
  const owner = openDeskBrowser(desk, await addStaffSession(desk, await addStaff(desk, "owner")));
  await owner.post("/staff", { intent: "staff.change-role", staff: String(id), role: "accountant" });
  expect((await phone.get("/me")).status).toBe(302);
  const laptop = openDeskBrowser(desk, await addStaffSession(desk, id));
  await owner.post("/staff", { intent: "staff.remove", staff: String(id) });
  expect((await laptop.get("/me")).status).toBe(302);
});

test("the last owner stays, and nobody changes their own role", async () => {
  await desk.db.execute(sql`update staff set removed_at = now() where role = 'owner'`);
  const id = await addStaff(desk, "owner", "the-owner");
  const browser = openDeskBrowser(desk, await addStaffSession(desk, id));
  const send = async (intent: string, staff: number, role = "packer") => {
    const answer = await browser.post("/staff", { intent, staff: String(staff), role });
    return [
      answer.status,
      (await answer.text()).match(/You cannot change your own role|You cannot remove yourself/)?.[0],
    ];
  };
  expect(await send("staff.change-role", id)).toEqual([409, "You cannot change your own role"]);
  expect(await send("staff.remove", id)).toEqual([409, "You cannot remove yourself"]);
  // Two owners who remove each other at the same time: one stays, without a deadlock.
  const before = await countDeadlocks(desk.db);
  for (let round = 0; round < 4; round += 1) {
    await desk.db.execute(sql`update staff set removed_at = now() where role = 'owner'`);
    const both = [await addStaff(desk, "owner"), await addStaff(desk, "owner")] as const;
    const browsers = await Promise.all(
      both.map(async (one) => openDeskBrowser(desk, await addStaffSession(desk, one))),
    );
    await Promise.all([
      browsers[0]!.post("/staff", { intent: "staff.remove", staff: String(both[1]) }),
      browsers[1]!.post("/staff", { intent: "staff.remove", staff: String(both[0]) }),
    ]);
    const { rowCount } = await desk.db.execute(sql`select from staff where role = 'owner' and removed_at is null`);
    expect(rowCount).toBe(1);
  }
  expect(await countDeadlocks(desk.db)).toBe(before);
});
