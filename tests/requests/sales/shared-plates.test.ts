/** Bookplates after the purchase: the sheet to cut out, and pictures that readers send and take away again. */
import { expect, test } from "vitest";

import { sql } from "#db/sql.ts";
import { eraseOrders } from "#shop/people/readers/erase-orders.server.ts";
import { readMyData } from "#shop/people/readers/my-data.server.ts";
import { plainBrowser, type PlainBrowser } from "#tests/support/browser/plain-browser.ts";
import { buyBooks, changeCart, pressPay, typedDelivery } from "#tests/support/browser/plain-checkout.ts";
import { pagesOf } from "#tests/support/pages/pdf.ts";
import { readCurrentReader, signIn } from "#tests/support/sales/sign-in.ts";
import { openTestShop } from "#tests/support/shop/test-shop.ts";

const shop = await openTestShop();
const { db, services } = shop;

const hostile = `"><script>alert(1)</script>`;

/** Buys a book with these words on its plate; returns the path of its bookplate. */
async function buyWith(reader: PlainBrowser, email: string, exLibris = "Asha Rao") {
  await changeCart(reader, { intent: "add", bookId: "kanthapura", exLibris });
  const number = await buyBooks(shop, reader, email);
  return { number, path: `/orders/${number}/bookplates/kanthapura` };
}

const formOf = (reader: PlainBrowser, button: string | RegExp) =>
  reader.main.all("form").find((form) => form.buttons(button).length > 0)!;

/** Makes the picture by the plain form of the page; returns the path of its own page. */
async function makePicture(reader: PlainBrowser, path: string): Promise<string> {
  await reader.open(path);
  await reader.send(formOf(reader, /^Send a picture/), {}, /^Send a picture/);
  expect([reader.status, reader.path.split("#")[0]]).toEqual([200, path]);
  const address = reader.main.byId("picture").first("input").attributes["value"]!;
  expect(address).toMatch(new RegExp(`^${services.settings.publicUrl}/ex-libris/[\\w-]{43}$`));
  return address.slice(services.settings.publicUrl.length);
}

const statusAt = async (path: string) => (await shop.fetch(path)).status;

test("the bookplates of an order are a sheet to cut out, for its buyer alone, and only once it is paid", async () => {
  const reader = plainBrowser(shop);
  const { number } = await buyWith(reader, "sheet.buyer");
  const answer = await reader.fetch(`/orders/${number}/bookplates`);
  expect(answer.headers.get("content-type")).toBe("application/pdf");
  expect(answer.headers.get("cache-control")).toMatch(/no-store/);
  expect(pagesOf(Buffer.from(await answer.arrayBuffer()))).toBe(1);
  expect(await statusAt(`/orders/${number}/bookplates`)).toBe(404);

  await changeCart(reader, { intent: "add", bookId: "samskara" });
  const { body } = await pressPay(reader, { ...typedDelivery, "E-mail": "sheet.unpaid@example.com" });
  expect((await reader.fetch(`/orders/${body.orderNumber}/bookplates`)).status).toBe(404);
  expect((await reader.fetch(`/orders/${body.orderNumber}/bookplates/samskara`)).status).toBe(404);
});

test("a picture is made only when asked for, seen by whoever has its address, and gone when taken away", async () => {
  const reader = plainBrowser(shop);
  const { number, path } = await buyWith(reader, "picture.maker", hostile);
  const page = await makePicture(reader, path);
  expect(page).not.toContain(number);
  expect(await makePictureAgain(reader, path)).toBe(page);

  const friend = plainBrowser(shop);
  await friend.open(page);
  expect(friend.main.first("h1").text).toBe("Kanthapura");
  expect(friend.main.first("img").attributes["alt"]).toBe(`Ex libris ${hostile}, on the bookplate of Kanthapura`);
  const html = await (await shop.fetch(page)).text();
  expect(html).not.toContain(number);
  expect(html).not.toContain("picture.maker");
  expect(html).not.toContain("<script>alert");
  const answer = await shop.fetch(page);
  expect(answer.headers.get("cache-control")).toMatch(/no-store/);
  expect(answer.headers.get("x-robots-tag")).toBe("noindex");
  expect(html).toMatch(/<meta name="robots" content="noindex"/);
  expect(html).toContain(`<meta property="og:image" content="${services.settings.publicUrl}${page}/picture"`);
  expect(html).not.toContain(`rel="canonical"`);

  const picture = await shop.fetch(`${page}/picture`);
  expect([picture.headers.get("content-type"), picture.headers.get("cache-control")]).toEqual([
    "image/png",
    "private, no-store",
  ]);
  const png = Buffer.from(await picture.arrayBuffer());
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1200, 630]);
  expect(png.length).toBeLessThan(300_000);

  await reader.open(path);
  await reader.send(formOf(reader, "Take it away"), {}, "Take it away");
  expect(reader.main.all("section")).toEqual([]);
  expect([await statusAt(page), await statusAt(`${page}/picture`)]).toEqual([404, 404]);
  expect(await makePicture(reader, path)).not.toBe(page);
});

async function makePictureAgain(reader: PlainBrowser, path: string) {
  const answer = await reader.fetch(`${path}/picture`, {
    method: "POST",
    body: new URLSearchParams({ intent: "make" }),
    headers: { accept: "application/json" },
  });
  return ((await answer.json()) as { path: string }).path;
}

test("nobody else makes or takes away a picture, nor anybody of a book without a plate", async () => {
  const reader = plainBrowser(shop);
  const { path } = await buyWith(reader, "picture.owner");
  const page = await makePicture(reader, path);
  const stranger = plainBrowser(shop);
  await changeCart(stranger, { intent: "add", bookId: "samskara" });
  const post = (visitor: PlainBrowser, to: string, intent: string) =>
    visitor.fetch(`${to}/picture`, { method: "POST", body: new URLSearchParams({ intent }) });
  for (const intent of ["make", "take-away"]) await post(stranger, path, intent);
  expect((await stranger.fetch(path)).status).toBe(404);
  expect((await post(stranger, path, "make")).status).toBe(404);
  expect(await statusAt(page)).toBe(200);

  const bare = plainBrowser(shop);
  await changeCart(bare, { intent: "add", bookId: "kanthapura" });
  await changeCart(bare, { intent: "bookplate", kind: "none" });
  const number = await buyBooks(shop, bare, "picture.bare");
  await bare.open(`/orders/${number}/bookplates/kanthapura`);
  expect(bare.main.text).toContain("This book came without a bookplate.");
  expect((await post(bare, `/orders/${number}/bookplates/kanthapura`, "make")).status).toBe(404);
  expect((await post(reader, path, "something else")).status).toBe(400);
});

test("pictures are drawn at a bounded pace, and the page says so", async () => {
  const reader = plainBrowser(shop);
  const { path } = await buyWith(reader, "picture.often");
  const from = (address: string, accept = "text/html") =>
    shop.pages.fetch(
      new Request(`${services.settings.publicUrl}${path}/picture`, {
        method: "POST",
        redirect: "manual",
        body: new URLSearchParams({ intent: "make" }),
        headers: {
          cookie: [...reader.cookies].map(([name, value]) => `${name}=${value}`).join("; "),
          "sec-fetch-site": "same-origin",
          accept,
        },
      }),
      address,
    );
  const statuses: number[] = [];
  for (let times = 0; times < 21; times += 1) statuses.push((await from("203.0.113.77", "application/json")).status);
  expect(statuses).toEqual([...Array.from({ length: 20 }, () => 200), 429]);
  const plain = await from("203.0.113.77");
  expect(plain.status).toBe(303);
  const flash = /flash=([^;]+)/.exec(plain.headers.getSetCookie().join("\n"))![1]!;
  reader.cookies.set("flash", flash);
  await reader.open(path);
  expect(reader.main.text).toContain("Please wait a minute and try again.");
});

test("a picture is in the reader's data, and goes with the personal data of the order", async () => {
  const reader = plainBrowser(shop);
  await signIn(reader, { name: "Asha Rao", email: "picture.reader@example.com" });
  const { number, path } = await buyWith(reader, "picture.reader");
  const page = await makePicture(reader, path);
  const { id } = (await readCurrentReader(reader))!;
  const stored = await readMyData(db, Number(id), services.now());
  expect(stored["picturesOfBookplates"]).toEqual([
    { orderNumber: number, title: "Kanthapura", address: page, madeAt: expect.any(String) },
  ]);
  await eraseOrders(db, sql`number = ${number}`, services.now());
  expect([await statusAt(page), await statusAt(`${page}/picture`)]).toEqual([404, 404]);
  const { rows } = await db.execute(sql`
    select from shared_plates s join orders o on o.id = s.order_id where o.number = ${number}`);
  expect(rows).toEqual([]);
});
