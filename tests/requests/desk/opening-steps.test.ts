/** The steps to an open shop on the desk's page Today, and the settings that open and close it. */
import { afterAll, expect, test } from "vitest";

import { sql } from "#db/sql.ts";
import { describeSteps } from "#desk/pages/today/describe-steps.ts";
import { findNextStep } from "#desk/pages/today/find-next-step.ts";
import { rereadSettings } from "#server/services.ts";
import { subscribeToCatalogueChanges } from "#server/pages/catalogue-changes.ts";
import { isoDay } from "#shop/kernel/dates/dates.ts";
import { readOpeningFacts } from "#shop/office/back-office/opening-facts.server.ts";
import { deleteCandidate, noteTrouble, storeCandidate } from "#shop/office/credentials/stored-credentials.server.ts";
import type { Role } from "#shop/people/staff/roles.ts";
import { countQueries } from "#tests/support/database/count-statements.ts";
import { readFilledFrom } from "#tests/support/desk/desk-form.ts";
import { addPasskeyRow, addStaff, addStaffSession, openDeskBrowser, openTestDesk } from "#tests/support/desk/desk.ts";
import { paidOrder } from "#tests/support/sales/paid-order.ts";
import { setStock } from "#tests/support/sales/sale.ts";

const desk = await openTestDesk();
const { db, services } = desk;
const { settings } = services;
const changes = await subscribeToCatalogueChanges(
  desk.url,
  () => {},
  () => void rereadSettings(db, settings),
);
afterAll(() => changes.close());

async function browserOf(role: Role) {
  const id = await addStaff(desk, role);
  await addPasskeyRow(desk, id);
  return openDeskBrowser(desk, await addStaffSession(desk, id));
}
const owner = await browserOf("owner");

async function save(group: string, values: Record<string, string>): Promise<Response> {
  const page = await (await owner.get("/settings")).text();
  const form = page.slice(page.indexOf(`name="group" value="${group}"`));
  const was = JSON.parse(await readFilledFrom(new Response(form))) as Record<string, string>;
  return owner.post("/settings", { intent: "settings.save", group, was: JSON.stringify(was), ...was, ...values });
}

/** The steps of Today by id, and whether each is done. */
async function steps(): Promise<Record<string, boolean>> {
  const page = await (await owner.get("/")).text();
  const found = [...page.matchAll(/<li id="step-([a-z-]+)"(.*?)<\/li>/gs)];
  return Object.fromEntries(found.map(([, id, html]) => [id!, />done</.test(html!)]));
}

const inDays = (days: number) => isoDay(new Date(Date.now() + days * 86_400_000));
async function newestEntry(): Promise<string> {
  const { rows } = await db.execute<{ number: string }>(sql`select max(number)::text as number from desk_record`);
  return rows[0]!.number;
}

test("an open shop has no steps", async () => {
  expect(await steps()).toEqual({});
});

test("before the opening, owners see each step with its state, and nobody else does", async () => {
  expect((await save("opening", { SHOP_STATE: "not-open" })).status).toBe(303);
  await expect.poll(() => settings.opening.state).toBe("not-open");
  const before = await steps();
  expect(Object.keys(before)).toHaveLength(13);
  expect(await (await owner.get("/staff")).text()).toContain("/?preview=");
  expect(before).toMatchObject({
    seller: false,
    books: true,
    delivery: false,
    payments: false,
    trial: false,
    passkey: false,
  });
  const page = await (await owner.get("/")).text();
  expect(page).toContain(settings.seller.legalName);
  const at = /href="(http:\/\/shop\.test\/\?preview=[^"]+)"/.exec(page)?.[1];
  expect(at).toBeDefined();
  for (const role of ["bookseller", "packer", "accountant"] as const)
    expect(await (await (await browserOf(role)).get("/")).text()).not.toContain("Open your shop");
  expect(await countQueries(async () => void (await (await owner.get("/")).text()))).toBeLessThanOrEqual(6);
});

test("what needs the public address comes after it, and says so until there is one", async () => {
  const facts = await readOpeningFacts(services, 1);
  const inNetwork = describeSteps({ ...facts, publicUrl: "http://192.168.1.7:4000" }, "");
  const ids = inNetwork.map(({ id }) => id);
  for (const later of ["passkey", "mail", "sign-in", "payments"])
    expect(ids.indexOf(later)).toBeGreaterThan(ids.indexOf("address"));
  const wordsOf = (steps: typeof inNetwork, id: string) => steps.find((step) => step.id === id)?.words;
  expect(wordsOf(inNetwork, "address")).toContain("Only your own network reaches http://192.168.1.7:4000.");
  expect(wordsOf(inNetwork, "payments")).toContain("set that first");
  expect(wordsOf(describeSteps(facts, ""), "payments")).not.toContain("set that first");
});

test("every page leads an owner to the first step that is left, as Today names it", async () => {
  const lead = async (path: string, browser = owner) =>
    /Opening the shop: (\d+) of 13 steps done<\/span><(?:a|span)[^>]*>(Next[^<]*(?:<!-- -->)?[^<]*)</
      .exec(await (await browser.get(path)).text())
      ?.slice(1)
      .map((words) => words.replace("<!-- -->", ""));
  const done = String(Object.values(await steps()).filter(Boolean).length);
  expect(await lead("/")).toBeUndefined();
  for (const path of ["/authors", "/look", "/import", "/go-live"])
    expect(await lead(path), path).toEqual([done, "Next: Name, address and GSTIN"]);
  expect(await lead("/authors", await browserOf("bookseller"))).toBeUndefined();
});

test("the next step is the first that is left; the public address, set on the server, holds up no other", async () => {
  const facts = await readOpeningFacts(services, 1);
  const left = describeSteps({ ...facts, publicUrl: "http://192.168.1.7:4000" }, "").map((step) => ({
    ...step,
    isDone: step.isDone || !["address", "mail", "open"].includes(step.id),
  }));
  expect(findNextStep(left)?.id).toBe("mail");
  expect(findNextStep(left.map((step) => ({ ...step, isDone: step.id !== "address" })))?.id).toBe("address");
});

test("a mail server that was entered and does not work is called that, on Today and in the check of the shop", async () => {
  const failed = services.credentials.seal("mail", { SMTP_URL: "smtp://127.0.0.1:9", MAIL_FROM: "a@shop.test" });
  await storeCandidate(db, "mail", await failed, new Date());
  const { words } = describeSteps(await readOpeningFacts(services, 1), "").find(({ id }) => id === "mail")!;
  expect(words).toContain("No e-mail leaves the shop yet");
  await noteTrouble(db, "mail", await failed, "No mail server answers there.");
  expect(await (await owner.get("/")).text()).toContain("The mail server that you entered does not work");
  const check = await (await owner.post("/go-live", { intent: "shop.check" })).text();
  expect(check).toContain("so it is not in use: No mail server answers there.");
  expect(check).not.toContain("Letters go to the shop");
  await deleteCandidate(db, "mail");
});

test("a shop whose bills name the demonstration opens only when that is confirmed", async () => {
  const { seller } = settings;
  settings.seller = { ...seller, legalName: "Endpaper Books (demonstration)" };
  const refused = await save("opening", { SHOP_STATE: "open" });
  const page = await refused.text();
  expect([refused.status, page.includes("which is the demonstration’s"), page.includes('name="sampleSeller"')]).toEqual(
    [409, true, true],
  );
  expect((await save("opening", { SHOP_STATE: "open", sampleSeller: "yes" })).status).toBe(303);
  await save("opening", { SHOP_STATE: "not-open" });
  settings.seller = seller;
  await expect.poll(() => settings.opening.state).toBe("not-open");
});

test("a step is done when its data are there", async () => {
  await save("shop", { SHOP_NAME: "Shree Granth Bhandar" });
  await save("seller", { SELLER_NAME: "Shree Granth Bhandar", SELLER_ADDRESS: "512 Shaniwar Peth\nPune 411030" });
  await save("fees", { SHIPPING_FEE: "40" });
  await setStock(db, "godan", 5);
  await paidOrder(desk, "trial", { godan: 1 });
  await db.execute(
    sql`insert into made_backups (night, made_at, place, bytes) values (current_date, now(), 'a folder', 1)`,
  );
  await owner.post("/me", { intent: "passkey.make-codes" });
  await expect
    .poll(steps)
    .toMatchObject({ seller: true, delivery: true, trial: true, passkey: true, payments: false, open: false });
  // A backup on the disk of the shop is lost with it.
  expect(await steps()).toMatchObject({ backup: false });
  services.backups.areOnDataDisk = async () => false;
  expect(await steps()).toMatchObject({ backup: true });
});

test("a shop closes until a day after today and within a year, and an undo opens it again", async () => {
  await save("opening", { SHOP_STATE: "open" });
  for (const [day, status, words] of [
    ["", 422, "the day on which the shop is open again"],
    [inDays(0), 409, "Choose a day after today."],
    [inDays(400), 409, "Choose a day within a year."],
  ] as const) {
    const refused = await save("opening", { SHOP_STATE: "closed", CLOSED_UNTIL: day, CLOSED_WORDS: "At the fair" });
    const page = await refused.text();
    expect([day, refused.status, page.includes(words), page.includes("At the fair")]).toEqual([
      day,
      status,
      true,
      true,
    ]);
  }
  expect((await save("opening", { SHOP_STATE: "closed", CLOSED_UNTIL: inDays(3) })).status).toBe(303);
  const entry = await newestEntry();
  await expect.poll(() => settings.opening.state).toBe("closed");
  expect(await (await owner.get("/settings")).text()).toContain("fill their carts, but not order");
  expect((await owner.post(`/record/${entry}`, { intent: "record.undo", entry })).status).toBe(303);
  await expect.poll(() => settings.opening.state).toBe("open");
});

test("a shop without payments, sign-in or e-mail is not opened, and owners are told where to set them up", async () => {
  await save("opening", { SHOP_STATE: "not-open" });
  await expect.poll(() => settings.opening.state).toBe("not-open");
  settings.missingServices = ["payments", "mail"];
  const refused = await save("opening", { SHOP_STATE: "open" });
  const words = "The shop cannot open before payments and e-mail are set up on the page Go live.";
  expect([refused.status, (await refused.text()).includes(words)]).toEqual([409, true]);
  const today = await (await owner.get("/")).text();
  expect(today).toContain("Not set up: readers cannot pay.");
  expect(today).toContain("Before, payments and e-mail have to be set up.");
  expect(await (await owner.get("/go-live")).text()).toContain("e-mails wait, and leave as soon as");
  settings.missingServices = [];
  expect((await save("opening", { SHOP_STATE: "open" })).status).toBe(303);
  await expect.poll(() => settings.opening.state).toBe("open");
});

test("an open shop that is no demonstration names what is still a test", async () => {
  expect(await steps()).toEqual({});
  await db.execute(sql`update books set is_listed = false where source = 'demo'`);
  const left = await steps();
  expect(left).toMatchObject({ payments: false, mail: false });
  expect(Object.keys(left)).not.toContain("open");
  expect(Object.keys(left)).not.toContain("look");
  expect(await (await owner.get("/")).text()).not.toContain("There is nothing to do");
});

test("real bills with the name of the demonstration are announced", async () => {
  const hasNote = async () => (await (await owner.get("/")).text()).includes("which is the demonstration’s");
  settings.seller = { ...settings.seller, legalName: "Endpaper Books (demonstration)" };
  expect(await hasNote()).toBe(false);
  settings.isTestPayments = false;
  expect(await hasNote()).toBe(true);
  settings.isTestPayments = true;
});
