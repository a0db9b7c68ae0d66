/** Load shedding: refusals with a retry, cached pages under load, priority for checkout, and rejected forms. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, expect, test } from "vitest";

import { sql } from "#db/sql.ts";
import { Admission, laneLimits, lateMs } from "#server/http/load/admission.ts";
import { productionPages } from "#server/http/production-pages.ts";
import { readPage } from "#tests/support/pages/page.ts";
import { cartOf, fillCart } from "#tests/support/sales/sale.ts";
import { openTestServices, publicUrl } from "#tests/support/shop/test-services.ts";

const { services, db } = await openTestServices();
const imagesFolder = await mkdtemp(join(tmpdir(), "endpaper-images-"));
afterAll(() => rm(imagesFolder, { recursive: true, force: true }));

// One page at a time, and no queue, because the event loop is late.
const full = { atOnce: 1, waiting: 0 };
const admission = new Admission(() => lateMs, { ...laneLimits, pages: { ...laneLimits.pages, whenLate: full } });
const pages = await productionPages({ services, imagesFolder, standIns: [], admission });
afterAll(() => pages.close());

const ask = (path: string, init: RequestInit = {}) =>
  pages.fetch(new Request(publicUrl + path, { redirect: "manual", ...init }));
const plainText = expect.stringMatching(/^text\/plain/);
const asBrowser = { accept: "text/html", "sec-fetch-site": "same-origin" };

/** Runs `work` while the only place is taken by another reader's page. */
async function inACrowd<Done>(work: () => Promise<Done>): Promise<Done> {
  let leave = () => {};
  const inside = admission.take("pages", () => new Promise<void>((resolve) => (leave = resolve)));
  try {
    return await work();
  } finally {
    leave();
    await inside;
  }
}

test("a shop with more readers than it can serve says so kindly, at once, and pages ask again by themselves", async () => {
  for (const path of ["/books/godan", "/search?q=godan", "/wishlist", "/api/v1/books", "/suggestions?q=god"]) {
    const busy = await inACrowd(() => ask(path, { headers: asBrowser }));
    expect(busy.status, path).toBe(503);
    expect(Number(busy.headers.get("retry-after")), path).toBeGreaterThanOrEqual(5);
    expect(busy.headers.get("refresh"), path).toBe(busy.headers.get("retry-after"));
    expect(busy.headers.get("cache-control"), path).toBe("private, no-store");
    const page = await readPage(busy);
    expect(page.headings[0]!.text, path).toBe("The shop is catching its breath");
  }
  expect((await ask("/books/godan")).status).toBe(200);
  const toScript = await inACrowd(() => ask("/wishlist.data"));
  expect([toScript.status, toScript.headers.get("content-type")]).toEqual([503, plainText]);
});

test("what is in memory is served to however many come, also when it is a little old", async () => {
  await ask("/books/indica");
  const kept = await inACrowd(() => Promise.all(Array.from({ length: 50 }, () => ask("/books/indica"))));
  expect(new Set(kept.map(({ status }) => status))).toEqual(new Set([200]));
  pages.drop();
  const old = await inACrowd(() => ask("/books/indica"));
  expect(old.status).toBe(200);
});

test("whoever buys does not notice the crowd, and Razorpay's reports are read", async () => {
  const cart = cartOf("overload");
  await fillCart(db, cart, { godan: 1 });
  await inACrowd(async () => {
    const shown = await ask("/cart", { headers: { ...asBrowser, cookie: `cart=${cart}` } });
    expect([shown.status, (await readPage(shown)).addresses.includes("/books/godan")]).toEqual([200, true]);
    const added = await ask("/cart/lines", {
      method: "POST",
      headers: { ...asBrowser, cookie: `cart=${cart}` },
      body: new URLSearchParams({ intent: "add", bookId: "indica" }),
    });
    expect(added.status).toBe(303);
    const report = await ask("/webhooks/razorpay", { method: "POST", body: "{}" });
    expect(report.status).toBe(401);
  });
});

test("a form that is not taken comes back as it was sent, and nothing was changed", async () => {
  const fields = { name: "Asha", email: "asha@example.com", subject: 'A "gift" & more', message: "One\n\nनमस्ते <b>" };
  const post = (accept: string) =>
    inACrowd(() =>
      ask("/contact", {
        method: "POST",
        headers: { ...asBrowser, accept },
        body: new URLSearchParams(fields),
      }),
    );
  const response = await post("text/html");
  expect([response.status, response.headers.get("refresh")]).toEqual([503, null]);
  const html = await response.text();
  expect(html).toContain("nothing was changed");
  expect(html).toContain('<form method="post" action="/contact">');
  const hidden = html.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)">/g);
  const text = (escaped: string) => escaped.replaceAll(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)));
  expect(Object.fromEntries(Array.from(hidden, ([, name, value]) => [name, text(value!)]))).toEqual(fields);
  expect((await db.execute(sql`select from contact_messages`)).rowCount).toBe(0);
  expect((await post("application/json")).headers.get("content-type")).toEqual(plainText);
});

test("a password does not come back", async () => {
  const response = await inACrowd(() =>
    ask("/account/password", {
      method: "POST",
      headers: asBrowser,
      body: new URLSearchParams({ newPassword: "correct horse" }),
    }),
  );
  expect(response.status).toBe(503);
  expect(await response.text()).not.toContain("correct horse");
});
