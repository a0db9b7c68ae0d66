/** Tests that no form, address, header or API field takes superlinear time for hostile text (ReDoS). */
import { readFileSync } from "node:fs";

import { beforeAll, expect, test, vi } from "vitest";

import routes from "#app/routes.ts";
import { endpoints, listEndpoints } from "#shop/outlets/api/endpoints.ts";
import { makeToken } from "#shop/outlets/api/tokens.server.ts";
import { setPassword } from "#shop/people/readers/password.server.ts";
import { suggestionsPath } from "#shop/catalogue/search/suggestion.ts";
import { listRouteExamples } from "#tests/support/places/route-examples.ts";
import { signInReader } from "#tests/support/sales/readers.ts";
import { delivery } from "#tests/support/sales/sale.ts";
import { openTestShop } from "#tests/support/shop/test-shop.ts";

vi.spyOn(console, "warn").mockImplementation(() => {});
const shop = await openTestShop();
const { db } = shop;
const reader = await signInReader(db, "Patient Reader");
await setPassword(db, reader.reader.id, { current: "", password: "monsoon", again: "monsoon" }, new Date());

/**
 * Length of hostile text in forms, and in addresses and headers, in bytes. A form may have 64 kB; a pattern of
 * quadratic time takes over 200 ms for a third of that, three times the normal cost.
 */
const formBytes = 21_000;
const headerBytes = 14_000;
/** Maximum CPU time in milliseconds above a plain request of the same length; it allows for garbage collection. */
const maxCpuMs = 80;

const units = [
  "@",
  " ",
  "a",
  "a.",
  "a@",
  "@a",
  "@.",
  "<",
  "<head",
  "-",
  "7",
  "\n",
  "\r\n",
  "\t ",
  "://",
  "www.",
  "EP-",
  "\u0301\u0316",
  "\u200b",
  "\u0930\u094d\u200d",
  "\u0915 !",
];
const plainUnit = "plain words, ";
/** Repeats the unit, and ends with a character that no pattern matches. */
function textOf(unit: string, bytes: number): string {
  return `${unit.repeat(Math.floor((bytes - 1) / Buffer.byteLength(unit)))}|`;
}

/** Replaces characters that are invalid in a header. */
const visible = (text: string) => text.replace(/[^\x21-\x7e]/g, "~");

/** A valid form, as its page sends it. */
interface PageForm {
  path: string;
  fields: Record<string, string>;
  /** Sent by `fetch`. */
  isScript?: boolean;
  /** Length of a hostile field in bytes; default `formBytes`. */
  bytes?: number;
}

const bookForm = (path: string, intent: string): PageForm => ({ path, fields: { intent, bookId: "godan" } });
const token = "t".repeat(43);
const number = "EP-0123456789";
const { email: _, ...address } = delivery;
const business = { businessName: "A school", gstin: "29AAATS1429B1ZS", purchaseOrder: "7" };
const checkout = {
  path: "/checkout",
  fields: { ...delivery, ...business, saveAddress: "", shownCode: "" },
  isScript: true,
};

/** The forms of every route that accepts posts. */
const forms: Record<string, PageForm[]> = {
  "books/:bookId/tell-me": [{ path: "/books/godan/tell-me", fields: { email: delivery.email } }],
  "books/:bookId/review": [
    { path: "/books/godan/review", fields: { intent: "write", rating: "4", title: "T", body: "B", name: "N" } },
  ],
  account: [
    {
      path: "/account",
      fields: { intent: "information", name: "N", email: "new@example.com", phone: "", password: "" },
    },
    { path: "/account", fields: { intent: "password", current: "", password: "harvest", again: "harvest" } },
  ],
  "account/confirm-email": [{ path: "/account/confirm-email?change=x&key=y", fields: { any: "" } }],
  "account/addresses": [{ path: "/account/addresses", fields: { intent: "delete", id: "1" } }],
  "account/addresses/:addressId": [{ path: "/account/addresses/new", fields: { ...address, isDefault: "" } }],
  "account/payment-methods": [{ path: "/account/payment-methods", fields: { key: "x" } }],
  "account/devices": [{ path: "/account/devices", fields: { device: "x" } }],
  "account/privacy": [{ path: "/account/privacy", fields: { purpose: "review-letters", isGiven: "no" } }],
  "account/delete": [{ path: "/account/delete", fields: { confirmation: "NO", password: "" } }],
  "account/my-data": [{ path: "/account/my-data", fields: { password: "wrong!" } }],
  "orders/:orderNumber": [
    {
      path: `/orders/${number}`,
      fields: { intent: "return-copies", bookId: "godan", quantity: "1", reason: "damaged", words: "Torn." },
    },
    { path: `/orders/${number}`, fields: { intent: "confirm-by-code", code: "123456" } },
  ],
  "quotations/:quotation": [{ path: "/quotations/QN-1?key=x", fields: { seen: "x", purchaseOrder: "PO/7" } }],
  "orders/:orderNumber/bookplates/:bookId/picture": [
    { path: `/orders/${number}/bookplates/godan/picture`, fields: { intent: "make" } },
  ],
  wishlist: [
    { path: "/wishlist", fields: { intent: "edit", bookId: "godan", list: "1", note: "The hardback" } },
    { path: "/wishlist", fields: { intent: "rename", list: "1", name: "Winter" } },
    { path: "/wishlist", fields: { intent: "letters", list: "1", cheaper: "yes", back: "yes" } },
  ],
  "wishlist/books": [
    { path: "/wishlist/books", fields: { intent: "join", bookId: "", brought: "jaya sita" }, isScript: true },
  ],
  "wishlist/leave/:token": [{ path: `/wishlist/leave/${token}`, fields: { "List-Unsubscribe": "One-Click" } }],
  "wishlists/:secret": [bookForm(`/wishlists/${token}`, "get")],
  "review-letters/leave/:readerId/:key": [
    { path: `/review-letters/leave/1/${token}`, fields: { "List-Unsubscribe": "One-Click" } },
  ],
  contact: [
    {
      path: "/contact",
      fields: { name: "N", email: delivery.email, subject: "S", message: "M", website: "" },
    },
  ],
  "ask-for-a-book": [
    {
      path: "/ask-for-a-book",
      fields: { title: "T", author: "A", isbn: "", email: delivery.email, website: "" },
    },
  ],
  newsletter: [{ path: "/newsletter", fields: { email: delivery.email } }],
  "newsletter/confirm/:token": [{ path: `/newsletter/confirm/${token}`, fields: { any: "" } }],
  "newsletter/leave/:token": [{ path: `/newsletter/leave/${token}`, fields: { "List-Unsubscribe": "One-Click" } }],
  "api/auth/logout": [{ path: "/api/auth/logout", fields: { everywhere: "no" } }],
  "cart/lines": [
    { path: "/cart/lines", fields: { intent: "set-quantity", bookId: "godan", quantity: "1" } },
    { path: "/cart/lines", fields: { intent: "add-bundle", bundleId: "x" } },
    { path: "/cart/lines", fields: { intent: "add-series", seriesId: "x" } },
    { path: "/cart/lines", fields: { intent: "apply-code", code: "GUESS" } },
  ],
  "cart/forget": [{ path: "/cart/forget", fields: { any: "" } }],
  "cart/catch-up": [{ path: "/cart/catch-up", fields: { books: "[]" }, isScript: true }],
  checkout: [
    checkout,
    { ...checkout, isScript: false },
    { ...checkout, fields: { ...checkout.fields, shownTotal: "0" } },
    { ...checkout, fields: { ...checkout.fields, payBy: "delivery" } },
  ],
  "checkout/verify": [
    {
      path: "/checkout/verify",
      fields: {
        order: number,
        outcome: "paid",
        razorpay_payment_id: "pay_1",
        razorpay_order_id: "order_1",
        razorpay_signature: "0".repeat(64),
      },
      isScript: true,
    },
  ],
  "orders/:orderNumber/payment": [
    {
      path: `/orders/${number}/payment`,
      fields: { order: number, razorpay_signature: "0".repeat(64) },
      isScript: true,
    },
  ],
  "payments/return": [
    {
      path: "/payments/return",
      fields: { razorpay_order_id: "order_1", razorpay_payment_id: "pay_1", razorpay_signature: "0".repeat(64) },
      bytes: 7_000,
    },
  ],
  "webhooks/parcels/:secret": [{ path: "/webhooks/parcels/guessed", fields: { awb: "1" } }],
  "webhooks/messages/:secret": [{ path: "/webhooks/messages/guessed", fields: { object: "x" } }],
  "webhooks/:provider": [{ path: "/webhooks/razorpay", fields: { event: "payment.captured" } }],
};

/** Query parameters that a route reads outside its own file. */
const readElsewhere: Record<string, string[]> = {
  "/search": ["page"],
  "/orders": ["show", "page"],
  "/payments/return": ["razorpay_payment_id", "razorpay_order_id", "razorpay_signature"],
  "/auth/google/start": ["mode", "intent", "attempt", "next"],
  "/auth/google/callback": ["state", "code", "iss"],
};
/** Every address with the names of the query parameters that it reads. */
const queries = listRouteExamples().map(({ path, address, route }): [address: string, names: Set<string>] => {
  const source = readFileSync(new URL(`../../../app/${route.file}`, import.meta.url), "utf8");
  const read = [...source.matchAll(/(?:searchParams|query)\.(?:get|has)\("(\w+)"/g)].map(([, name]) => name!);
  const cached = route.access === "public" ? Object.keys(route.cachedQuery ?? {}) : [];
  return [address, new Set([...read, ...cached, ...(readElsewhere[path] ?? [])])];
});
const headers = ["user-agent", "accept", "accept-encoding", "accept-language", "referer", "if-none-match"];
const cookies = ["cart", "session", "flash", "friend", "cache-partition", "sign-in", "cart-count"];

/** Encodes as little as possible, because percent signs would use up the length of a form. */
function rawField(name: string, value: string): string {
  return `${name}=${value.replace(/[%&+#]/g, encodeURIComponent).replaceAll(" ", "+")}`;
}

let session = reader;
async function cpuOf(path: string, init: RequestInit, cookie = `session=${session.token}`): Promise<number> {
  const began = process.cpuUsage();
  const answer = await shop.fetch(path, { ...init, headers: { cookie, ...(init.headers as Record<string, string>) } });
  await answer.arrayBuffer();
  const { user, system } = process.cpuUsage(began);
  expect([413, 429], path).not.toContain(answer.status);
  return (user + system) / 1000;
}

/**
 * Each hostile text must cost about as much as plain words of the same length; up to three tries, to allow for a pause.
 */
async function expectCheap(what: string, bytes: number, ask: (text: string) => Promise<number>): Promise<void> {
  const plainMs = Math.max(await ask(textOf(plainUnit, bytes)), await ask(textOf(plainUnit, bytes)));
  for (const unit of units) {
    let costMs = Infinity;
    for (let tries = 0; tries < 3 && costMs > 3 * plainMs + maxCpuMs; tries += 1)
      costMs = Math.min(costMs, await ask(textOf(unit, bytes)));
    expect(costMs, `${what} with ${JSON.stringify(unit)}, plain ${plainMs} ms`).toBeLessThan(3 * plainMs + maxCpuMs);
  }
}

interface Entry {
  path?: string;
  file: string;
  children?: Entry[];
}

function takingPosts(entries: Entry[]): string[] {
  return entries.flatMap(({ path, file, children = [] }) => {
    const source = readFileSync(new URL(`../../../app/${file}`, import.meta.url), "utf8");
    const own = /export (async )?(function action\(|const action\b)|export \{[^}]*\baction\b/.test(source);
    return [...(own ? [path ?? "/"] : []), ...takingPosts(children)];
  });
}

beforeAll(async () => {
  // Warms up: the first request of each kind loads modules.
  for (const { path, fields } of Object.values(forms).flat())
    await cpuOf(path, { method: "POST", body: new URLSearchParams(fields) });
  session = await signInReader(db, "Patient Reader Again");
});

test("the table names every route that takes posts", () => {
  expect(Object.keys(forms).sort()).toEqual(takingPosts(routes as Entry[]).sort());
});

test.each(Object.entries(forms))("%s answers hostile text as quickly as plain words", async (route, itsForms) => {
  session = await signInReader(db, route);
  for (const { path, fields, isScript = false, bytes = formBytes } of itsForms) {
    const accept = isScript ? "application/json" : "text/html";
    const type = { accept, "content-type": "application/x-www-form-urlencoded" };
    for (const field of Object.keys(fields)) {
      await expectCheap(`${path} ${field}`, bytes, (text) => {
        const body = Object.entries({ ...fields, [field]: text }).map(([name, value]) => rawField(name, value));
        return cpuOf(path, { method: "POST", body: body.join("&"), headers: type });
      });
    }
  }
});

/** The header of a new token, whose rate limit is unused. */
let tokens = 0;
async function newBearer(): Promise<{ authorization: string }> {
  const name = `till-${(tokens += 1)}`;
  const made = await makeToken(shop.services, { name, scopes: ["stock:write", "orders:read"], days: null });
  return { authorization: `Bearer ${made?.secret}` };
}

test("the API and the suggestions answer hostile text as quickly as plain words", async () => {
  const read = listEndpoints().filter(({ method }) => method === "get");
  const asked: [path: string, names: string[]][] = [
    ...read.map(({ path, query }): [string, string[]] => [path.replace(/\{\w+\}/, "godan"), Object.keys(query.shape)]),
    [suggestionsPath, ["q", "limit"]],
  ];
  for (const [path, names] of asked)
    for (const name of names) {
      const headers = await newBearer();
      await expectCheap(`${path}?${name}`, headerBytes, (text) =>
        cpuOf(`${path}?${new URLSearchParams({ [name]: text })}`, { headers }),
      );
    }
  for (const { path, pathParameters } of read)
    for (const name of Object.keys(pathParameters))
      await expectCheap(`${path} ${name}`, headerBytes, (text) =>
        cpuOf(path.replace(`{${name}}`, encodeURIComponent(text)), {}),
      );
  await expectCheap("a token", headerBytes, (text) =>
    cpuOf("/api/v1/orders", { headers: { authorization: `Bearer ${visible(text)}` } }),
  );
  // The API accepts 4 kB, and JSON writes a line break as two bytes.
  const { path, body } = endpoints.setStock;
  for (const field of [null, ...Object.keys(body.shape)]) {
    const headers = { ...(await newBearer()), "content-type": "application/json" };
    await expectCheap(`${path} ${field}`, 1900, (text) =>
      cpuOf(path.replace("{isbn}", "9780000000002"), {
        method: "PUT",
        headers,
        body: field === null ? text : JSON.stringify({ [field]: text }),
      }),
    );
  }
});

test("addresses, headers and cookies with hostile text are answered as quickly as others", async () => {
  session = await signInReader(db, "Reader of addresses");
  for (const [path, names] of queries) {
    for (const name of names)
      await expectCheap(`${path}?${name}`, headerBytes / 3, (text) =>
        cpuOf(`${path}?${new URLSearchParams({ [name]: text })}`, {}),
      );
  }
  for (const name of headers)
    await expectCheap(name, headerBytes, (text) => cpuOf("/cart", { headers: { [name]: visible(text) } }));
  for (const name of cookies)
    await expectCheap(name, headerBytes, (text) => cpuOf("/cart", {}, `${name}=${visible(text)}`));
});
