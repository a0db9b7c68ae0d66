import { expect, test } from "vitest";

import { deskActions } from "#desk/actions.server.ts";
import { deskRoutes, type DeskRoute } from "#desk/desk-routes.ts";
import { sql } from "#db/sql.ts";
import type { Role } from "#shop/staff/roles.ts";
import {
  addPasskeyRow,
  addStaff,
  addStaffSession,
  deskUrl,
  openDeskBrowser,
  openTestDesk,
  recordLines,
  type DeskBrowser,
} from "#tests/support/desk.ts";
import { bookPages, knownNames } from "#tests/support/desk-authority/books.ts";
import { actionLines, pathOf } from "#tests/support/desk-authority/every-action.ts";
import { everyRole } from "#tests/support/desk-authority/lines.ts";
import { knownReports, reportsPages } from "#tests/support/desk-authority/reports.ts";
import { orderPages, orderPapers } from "#tests/support/desk-authority/orders.ts";
import { doneImport, doneWork, importPages } from "#tests/support/desk-authority/imports.ts";
import { begun, counting, stockPages } from "#tests/support/desk-authority/stock.ts";
import { offersPages } from "#tests/support/desk-authority/offers.ts";
import { settingsPages } from "#tests/support/desk-authority/settings.ts";
import { preparedWindow, windowPages } from "#tests/support/desk-authority/window.ts";
import { peoplePages, peopleParameters } from "#tests/support/desk-authority/people.ts";
import { countDeadlocks } from "#tests/support/deadlocks.ts";
import { paidOrder } from "#tests/support/paid-order.ts";
import { signInReader } from "#tests/support/readers.ts";
import { setStock } from "#tests/support/sale.ts";

const desk = await openTestDesk();
await setStock(desk.db, "godan", 200);
/** There are others, so that nobody is the last one. */
await addStaff(desk, "owner", "another-owner");

/** All that an action could change, as text. */
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

async function signedIn(role: Role, passkeyMinutes: number | null = 0) {
  const id = await addStaff(desk, role);
  await addPasskeyRow(desk, id);
  return openDeskBrowser(desk, await addStaffSession(desk, id, { passkeyMinutes }));
}

test("every action has a line, and every line an action", () => {
  expect(deskActions.map(({ action }) => action.name).sort()).toEqual(Object.keys(actionLines).sort());
});

test.each(deskActions.map(({ action, path }) => ({ name: action.name, path })))(
  "$name: each role gets the one answer that the table of roles says",
  async ({ name, path }) => {
    const line = actionLines[name]!;
    for (const role of everyRole) {
      for (const [passkeyMinutes, wanted] of [
        [0, line.done],
        [11, line.old],
        [null, line.never],
      ] as const) {
        const target = await addStaff(desk, "packer");
        const browser = await signedIn(role, passkeyMinutes);
        const form = await line.form(target, desk);
        const before = await stateOfDesk();
        const answer = await browser.post(pathOf(path, form), { intent: name, ...form });
        const isAllowed = line.may.includes(role);
        const what = `${role}, passkey ${passkeyMinutes} minutes ago`;
        expect(answer.status, what).toBe(isAllowed || passkeyMinutes === null ? wanted : 403);
        if (isAllowed && wanted === line.done) continue;
        expect(await stateOfDesk(), what).toBe(before);
        if (!isAllowed && passkeyMinutes !== null)
          expect((await recordLines(desk, 1))[0], what).toMatch(/^Was refused to .*the role does not allow it\.$/);
      }
    }
  },
);

test.each(deskActions.map(({ action, path }) => ({ name: action.name, path })))(
  "$name: nobody without a session of the desk, and no page of another origin, does it",
  async ({ name, path }) => {
    const line = actionLines[name]!;
    const target = await addStaff(desk, "packer");
    const form: Record<string, string> = { intent: name, ...(await line.form(target, desk)) };
    const owner = await signedIn("owner");
    const others: [Role, DeskBrowser][] = [];
    for (const role of everyRole) others.push([role, await signedIn(role)]);
    const reader = openDeskBrowser(desk);
    reader.cookies.set("session", (await signInReader(desk.db, `reader of ${name}`)).token);
    const asDeskCookie = openDeskBrowser(desk, reader.cookies.get("session"));
    const before = await stateOfDesk();
    for (const browser of [openDeskBrowser(desk), reader, asDeskCookie]) {
      const answer = await browser.post(pathOf(path, form), form);
      expect(answer.status).toBe(line.signedOut);
      if (line.signedOut === 303) expect(answer.headers.get("location")).toMatch(/^\/sign-in/);
    }
    for (const headers of [
      { origin: "http://shop.test", "sec-fetch-site": "cross-site" },
      { origin: "http://shop.test", "sec-fetch-site": "same-site" },
      { origin: "http://other.shop.test" },
      { origin: "null" },
      { origin: `${deskUrl}:8080` },
      { "sec-fetch-site": "same-origin" },
      { origin: deskUrl, "sec-fetch-site": "same-site" },
      {},
    ]) {
      const answer = await owner.post(pathOf(path, form), form, headers as Record<string, string>);
      expect(answer.status, JSON.stringify(headers)).toBe(403);
      expect(await answer.text()).toContain("did not come from the desk's own pages");
    }
    for (const [role, browser] of others) {
      const answer = await browser.post(pathOf(path, form), form, { origin: "http://shop.test" });
      expect(answer.status, role).toBe(403);
    }
    expect(await stateOfDesk()).toBe(before);
  },
);

/** Who sees which page; null for what comes before the sign-in. */
const pages: Record<string, readonly Role[] | null> = {
  ...stockPages,
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
/** They show nothing: they lead on. */
const leadsOn = ["/passkey/key", "/sign-out", "/auth/google/callback", ...orderPapers];

/** Forms of a page that are done twice when they are sent twice; those of a preview are the shop's, and cannot be sent. */
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
  };
  const somebody = await addStaff(desk, "packer");
  Object.assign(known, {
    delivery: await begun(desk, somebody),
    count: await counting(desk, somebody),
    work: await doneWork(desk, somebody),
    import: await doneImport(desk),
    window: await preparedWindow(desk),
  });
  for (const [pattern] of table) {
    const path = pathOf(pattern, known);
    const guest = await openDeskBrowser(desk).get(path);
    const roles = pages[pattern]!;
    expect(guest.status, path).toBe(roles ? 302 : 200);
    if (!roles) continue;
    expect(guest.headers.get("location"), path).toMatch(/^\/sign-in/);
    for (const role of everyRole) {
      const isShown = roles.includes(role);
      const answer = await (await signedIn(role)).get(path);
      expect(answer.status, `${path} for ${role}`).toBe(isShown ? 200 : 403);
      if (!isShown) expect(await answer.text()).toContain("may see this page");
      else if (answer.headers.get("content-type")?.startsWith("text/html"))
        expect(formsDoneTwice(await answer.text())).toEqual([]);
      if (path === "/passkey") continue;
      const unshown = await (await signedIn(role, null)).get(path);
      expect(unshown.headers.get("location"), `${path} for ${role}`).toMatch(/^\/passkey/);
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
  const owner = await signedIn("owner");
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
    return [answer.status, (await answer.text()).match(/Nobody changes their own role|Nobody removes themselves/)?.[0]];
  };
  expect(await send("staff.change-role", id)).toEqual([409, "Nobody changes their own role"]);
  expect(await send("staff.remove", id)).toEqual([409, "Nobody removes themselves"]);
  // Two owners who remove each other at the same moment: one of them stays, and neither waits for the other in a ring.
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
