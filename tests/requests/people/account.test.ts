/** The account pages: personal data, password, e-mail, addresses, devices, consent, data export and deletion. */
import { sql } from "#db/sql.ts";
import { expect, test } from "vitest";

import { sendDueLetters } from "#shop/office/letters/send-letters.server.ts";
import { readPage } from "#tests/support/pages/page.ts";
import { delivery } from "#tests/support/sales/sale.ts";
import { signIn, readCurrentReader } from "#tests/support/sales/sign-in.ts";
import { openTestShop, visit } from "#tests/support/shop/test-shop.ts";

const shop = await openTestShop();
type Visitor = ReturnType<typeof visit>;
const pages = [
  "/account",
  "/account/confirm-email?change=x&key=y",
  "/account/addresses",
  "/account/addresses/new",
  "/account/addresses/1",
  "/account/payment-methods",
  "/account/devices",
  "/account/privacy",
  "/account/delete",
];
const { email: _, stateCode, ...rest } = delivery;
const address = { ...rest, stateCode };
const post = (visitor: Visitor, path: string, fields: Record<string, string>) =>
  visitor.fetch(path, { method: "POST", body: new URLSearchParams(fields) });

async function signedIn(name: string): Promise<Visitor> {
  const visitor = visit(shop);
  await signIn(visitor, { name, email: `${name.toLowerCase().replaceAll(" ", ".")}@example.com` });
  return visitor;
}

/** The page that the answer to a form redirects to. */
async function follow(visitor: Visitor, answer: Response) {
  expect(answer.status).toBe(303);
  return readPage(await visitor.fetch(answer.headers.get("location")!.split("#")[0]!));
}

test("every page of the account sends a guest to sign in and back, and is kept by nobody", async () => {
  const reader = await signedIn("Page Reader");
  for (const path of pages) {
    const guest = await shop.fetch(path);
    expect([guest.status, guest.headers.get("location")], path).toEqual([
      302,
      `/login?next=${encodeURIComponent(path)}`,
    ]);
    expect((await post(visit(shop), path, { intent: "information", name: "X" })).headers.get("location"), path).toMatch(
      /^\/login\?next=/,
    );
    expect((await reader.fetch(path)).headers.get("cache-control"), path).toContain("private");
  }
  expect((await post(visit(shop), "/account/my-data", {})).headers.get("location")).toMatch(/^\/login/);
});

test("the account's pages are reached from each other by their names", async () => {
  const reader = await signedIn("Nav Reader");
  const page = await readPage(await reader.fetch("/account/devices"));
  for (const to of ["/account", "/orders", "/account/addresses", "/account/payment-methods", "/wishlist"])
    expect(page.addresses).toContain(to);
  for (const name of ["Account Details", "Order History", "Saved Addresses", "Payment Methods", "Wishlist"])
    expect(page.has(name), name).toBe(true);
});

test("name and phone are saved at once, the phone as the checkout takes it", async () => {
  const reader = await signedIn("Meera Old");
  const form = { intent: "information", name: " Meera New ", email: "meera.old@example.com", phone: "098765 43210" };
  const saved = await follow(reader, await post(reader, "/account", form));
  expect(saved.has("Your information has been updated successfully.")).toBe(true);
  const { rows } = await shop.db.execute(
    sql`select name, phone, email from readers where sub is not null and name = 'Meera New'`,
  );
  expect(rows).toEqual([{ name: "Meera New", phone: "+919876543210", email: "meera.old@example.com" }]);
  expect(reader.cookies.get("auth-hint")).toContain("Meera%20New");
  await post(reader, "/account", { ...form, phone: "" });
  const { rows: after } = await shop.db.execute(sql`select phone from readers where name = 'Meera New'`);
  expect(after).toEqual([{ phone: null }]);
});

test("what is wrong in the information form is said at its field, and what was typed stays", async () => {
  const reader = await signedIn("Typo Reader");
  const good = { intent: "information", name: "Typo Reader", email: "typo.reader@example.com", phone: "" };
  const cases: [change: Record<string, string>, message: string][] = [
    [{ name: " " }, "Enter your name."],
    [{ name: "x".repeat(121) }, "Keep your name under 120 characters."],
    [{ name: "a\nBcc: b" }, "Leave out line breaks and hidden characters in your name."],
    [{ email: "" }, "Enter your e-mail address."],
    [{ email: "typo.reader" }, "Check your e-mail address."],
    [{ phone: "12345" }, "Enter your 10-digit mobile number"],
    [{ phone: "+1 415 555 2671" }, "Enter your 10-digit mobile number"],
  ];
  for (const [change, message] of cases) {
    const answer = await post(reader, "/account", { ...good, ...change });
    expect(answer.status, message).toBe(422);
    expect((await readPage(answer)).has(message), message).toBe(true);
  }
  expect((await readCurrentReader(reader))!.name).toBe("Typo Reader");
});

test("the password form has the specification's rules and words, and asks for the current one once one is set", async () => {
  const reader = await signedIn("Password Reader");
  const set = (current: string, password: string, again: string) =>
    post(reader, "/account", { intent: "password", current, password, again });
  const refusals: [string[], string][] = [
    [["", "monsoon", "harvest"], "New passwords do not match."],
    [["", "rains", "rains"], "Password must be at least 6 characters."],
  ];
  for (const [[current, password, again], message] of refusals) {
    const answer = await set(current!, password!, again!);
    expect(answer.status).toBe(422);
    expect((await readPage(answer)).has(message), message).toBe(true);
  }
  const success = "Your password has been updated successfully.";
  expect((await follow(reader, await set("", "monsoon", "monsoon"))).has(success)).toBe(true);
  const wrong = await set("", "harvest", "harvest");
  expect((await readPage(wrong)).has("That is not your account password.")).toBe(true);
  expect((await follow(reader, await set("monsoon", "harvest", "harvest"))).has(success)).toBe(true);
});

test("a new e-mail address needs the password and a letter's link, in its reader's hands", async () => {
  const reader = await signedIn("Moving Reader");
  await post(reader, "/account", { intent: "password", current: "", password: "monsoon", again: "monsoon" });
  const wish = { intent: "information", name: "Moving Reader", email: "moved@example.com", phone: "" };
  const refused = await post(reader, "/account", { ...wish, password: "wrong" });
  expect([refused.status, (await readPage(refused)).has("That is not your account password.")]).toEqual([422, true]);
  await post(reader, "/account", { ...wish, password: "monsoon" });
  expect((await readCurrentReader(reader))!.email).toBe("moving.reader@example.com");

  await sendDueLetters(shop.services);
  const letter = shop.mailbox.letters().find(({ to }) => JSON.stringify(to).includes("moved@example.com"))!;
  expect(letter.subject).toBe("Confirm your e-mail address for Endpaper");
  const link = /\/account\/confirm-email\?change=[\w-]+&key=[\w-]+/.exec(letter.text)![0];
  expect((await reader.fetch(link)).headers.get("referrer-policy")).toBe("no-referrer");
  const stranger = await signedIn("Strange Reader");
  for (const [who, path] of [
    [stranger, link],
    [reader, link.slice(0, -1)],
    [reader, link.replace(/change=(.)/, (_, first) => `change=${first === "0" ? "1" : "0"}`)],
  ] as const) {
    expect((await readPage(await who.fetch(path))).headings[0]?.text, path).toBe("This link has expired");
    await post(who, path, {});
  }
  expect((await readCurrentReader(reader))!.email).toBe("moving.reader@example.com");
  expect((await readPage(await reader.fetch(link))).has("moved@example.com")).toBe(true);
  expect((await readCurrentReader(reader))!.email).toBe("moving.reader@example.com");
  await follow(reader, await post(reader, link, {}));
  expect((await readCurrentReader(reader))!.email).toBe("moved@example.com");
  expect((await readPage(await reader.fetch(link))).headings[0]?.text).toBe("This link has expired");

  await sendDueLetters(shop.services);
  const subjects = shop.mailbox
    .letters()
    .filter(({ to }) => JSON.stringify(to).includes("moving.reader@example.com"))
    .map(({ subject }) => subject);
  expect(subjects).toEqual(["Your e-mail address at Endpaper has changed"]);
  await signIn(reader, { name: "Moving Reader", email: "moving.reader@example.com" });
  expect((await readCurrentReader(reader))!.email).toBe("moved@example.com");
});

test("an address is saved, changed, made the default and deleted, and fills the checkout", async () => {
  const reader = await signedIn("Address Reader");
  const wrong = await post(reader, "/account/addresses/new", { ...address, pin: "123", city: "" });
  expect(wrong.status).toBe(422);
  const asked = await readPage(wrong);
  expect(asked.has("Enter a 6-digit PIN code.")).toBe(true);
  expect(asked.has("Enter your town or city.")).toBe(true);
  const listed = await follow(reader, await post(reader, "/account/addresses/new", address));
  expect(listed.has("12 Residency Road")).toBe(true);
  await post(reader, "/account/addresses/new", { ...address, addressLine1: "1 MG Road", isDefault: "on" });
  const { rows } = await shop.db.execute<{ id: string; isDefault: boolean }>(
    sql`select id, is_default from addresses where name = 'Asha Rao' order by id desc limit 2`,
  );
  expect(rows.map((row) => row.isDefault)).toEqual([true, false]);

  await post(reader, "/cart/lines", { intent: "add", bookId: "godan" });
  const html = async (path: string) => (await reader.fetch(path)).text();
  expect(await html("/cart")).toMatch(
    /name="addressLine1"[^>]*value="1 MG Road"|value="1 MG Road"[^>]*name="addressLine1"/,
  );
  const other = await html(`/cart?address=${rows[1]!.id}`);
  expect(other).toMatch(/value="12 Residency Road"/);
  const order = { ...address, email: "address.reader@example.com", addressLine1: "7 New Street" };
  const paying = { method: "POST", headers: { accept: "application/json" } };
  await reader.fetch("/checkout", { ...paying, body: new URLSearchParams(order) });
  expect(await html("/account/addresses")).not.toContain("7 New Street");
  await reader.fetch("/checkout", { ...paying, body: new URLSearchParams({ ...order, saveAddress: "on" }) });
  expect(await html("/account/addresses")).toContain("7 New Street");

  const gone = await follow(reader, await post(reader, "/account/addresses", { intent: "delete", id: rows[0]!.id }));
  expect(gone.has("1 MG Road")).toBe(false);
});

test("another reader's address, device and payment method are as good as none, byte for byte", async () => {
  const [owner, stranger] = [await signedIn("Owning Reader"), await signedIn("Prying Reader")];
  await post(owner, "/account/addresses/new", { ...address, name: "Owning Reader" });
  const { rows } = await shop.db.execute<{ id: string; session: string }>(sql`
    select a.id, s.id as session from addresses a join sessions s on s.reader_id = a.reader_id
    where a.name = 'Owning Reader'`);
  const { id, session } = rows[0]!;
  const missing = { id: "999999999", session: "x".repeat(16) };
  const attempts: ((who: { id: string; session: string }) => Promise<Response>)[] = [
    (who) => stranger.fetch(`/account/addresses/${who.id}`),
    (who) => post(stranger, `/account/addresses/${who.id}`, address),
    (who) => post(stranger, "/account/addresses", { intent: "delete", id: who.id }),
    (who) => post(stranger, "/account/addresses", { intent: "make-default", id: who.id }),
    (who) => post(stranger, "/account/devices", { device: who.session }),
  ];
  const strip = (html: string) =>
    html
      .replace(/nonce="[^"]+"/g, "")
      .replaceAll(id, "ID")
      .replaceAll(missing.id, "ID");
  for (const attempt of attempts) {
    const [theirs, none] = [await attempt({ id, session }), await attempt(missing)];
    expect([theirs.status, none.status]).toEqual([404, 404]);
    expect(strip(await theirs.text())).toBe(strip(await none.text()));
  }
  for (const odd of ["0", "-1", "1e3", "99999999999999999999", "abc"])
    expect((await stranger.fetch(`/account/addresses/${odd}`)).status, odd).toBe(404);
  expect((await post(stranger, "/account/payment-methods", { key: "card Visa 1007" })).status).toBe(404);
  expect((await owner.fetch("/account")).status).toBe(200);
});

test("the list of devices signs out the others, one by one", async () => {
  const [here, there] = [await signedIn("Two Devices"), await signedIn("Two Devices")];
  const html = await (await here.fetch("/account/devices")).text();
  const [device] = [
    ...html.matchAll(/name="device"[^>]*value="([\w-]{16})"|value="([\w-]{16})"[^>]*name="device"/g),
  ].map(([, one, other]) => one ?? other!);
  expect(
    (await follow(here, await post(here, "/account/devices", { device: device! }))).has("That device is signed out."),
  ).toBe(true);
  expect(await readCurrentReader(there)).toBeNull();
  expect(await readCurrentReader(here)).not.toBeNull();
});

test("consent is off, is switched with a log, and takes only the purposes there are", async () => {
  const reader = await signedIn("Consenting Reader");
  const say = (purpose: string, isGiven: string) => post(reader, "/account/privacy", { purpose, isGiven });
  for (const isGiven of ["yes", "yes", "no"]) expect((await say("review-letters", isGiven)).status).toBe(303);
  for (const odd of ["constructor", "", "everything"]) expect((await say(odd, "yes")).status, odd).toBe(400);
  const { rows } = await shop.db.execute(sql`
    select c.purpose, c.is_given from consents c join readers r on r.id = c.reader_id
    where r.name = 'Consenting Reader' order by c.id`);
  expect(rows).toEqual([
    { purpose: "review-letters", isGiven: true },
    { purpose: "review-letters", isGiven: false },
  ]);
});

test("the data comes as one file, after the password once one is set", async () => {
  const reader = await signedIn("Data Reader");
  const answer = await post(reader, "/account/my-data", {});
  expect(answer.headers.get("content-disposition")).toContain("attachment");
  expect(answer.headers.get("cache-control")).toContain("no-store");
  expect(await answer.json()).toMatchObject({ account: [{ name: "Data Reader" }], devices: [{}], orders: [] });
  await post(reader, "/account", { intent: "password", current: "", password: "monsoon", again: "monsoon" });
  const refused = await post(reader, "/account/my-data", { password: "wrong" });
  expect((await follow(reader, refused)).has("That is not your account password.")).toBe(true);
  expect((await post(reader, "/account/my-data", { password: "monsoon" })).status).toBe(200);
});

test("a deleted account is gone from the browser too, and the next sign-in begins anew", async () => {
  const [reader, elsewhere] = [await signedIn("Leaving Reader"), await signedIn("Leaving Reader")];
  const before = await readCurrentReader(reader);
  const refused = await post(reader, "/account/delete", { confirmation: "delete" });
  expect([refused.status, (await readPage(refused)).has("Type DELETE, in capitals.")]).toEqual([422, true]);
  const done = await post(reader, "/account/delete", { confirmation: "DELETE" });
  expect([done.status, done.headers.get("location")]).toEqual([303, "/account/deleted"]);
  expect([reader.cookies.get("session"), reader.cookies.get("auth-hint"), reader.cookies.get("cart-count")]).toEqual([
    "",
    "out",
    "0",
  ]);
  expect(await readCurrentReader(elsewhere)).toBeNull();
  await sendDueLetters(shop.services);
  const letters = shop.mailbox.letters().filter(({ to }) => JSON.stringify(to).includes("leaving.reader@example.com"));
  expect(letters.map(({ subject }) => subject)).toEqual(["Your account at Endpaper is deleted"]);
  const again = await readCurrentReader(await signedIn("Leaving Reader"));
  expect(again!.id).not.toBe(before!.id);
});
