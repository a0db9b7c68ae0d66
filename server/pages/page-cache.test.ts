/** Tests of the page cache: stale pages, failed renderings, memory limits and encodings. */
import { randomBytes } from "node:crypto";
import { setImmediate as turn } from "node:timers/promises";
import { brotliDecompressSync, gunzipSync } from "node:zlib";

import { expect, onTestFinished, test } from "vitest";

import { bodyOf, chooseEncoding, isUnchanged, PageCache, type CachedPage } from "./page-cache.ts";

/** A cache whose clock the test moves, and which waits for a rendering on however slow a machine. */
function openCache(options: { maxBytes?: number; patienceMs?: number; lifeMs?: () => Promise<number> } = {}) {
  const clock = { at: 1_000_000 };
  const pages = new PageCache({ now: () => clock.at, patienceMs: 600_000, ...options });
  return { pages, pass: (seconds: number) => (clock.at += seconds * 1000) };
}

/** A renderer that counts, and writes a new text each time. */
function printer() {
  const printed = { times: 0 };
  const print = async () => new Response(`edition ${++printed.times}`);
  return { printed, print };
}

function textOf(page: CachedPage | Response): string {
  if (page instanceof Response) throw new Error("This answer was not cached");
  return bodyOf(page, "identity").toString();
}

/** Waits until promises and compression have ended. */
async function untilIdle(pages: PageCache, key: string) {
  await expect.poll(() => pages.peek(key), { interval: 1 }).not.toBeNull();
}

test("a page is rendered once and then served from memory", async () => {
  const { pages } = openCache();
  const { printed, print } = printer();
  expect(textOf(await pages.get("/", print))).toBe("edition 1");
  expect(textOf(await pages.get("/", print))).toBe("edition 1");
  expect(pages.peek("/")).not.toBeNull();
  expect(pages.peek("/other")).toBeNull();
  expect(printed.times).toBe(1);
});

test("a hundred who ask at once wait for one rendering", async () => {
  const { pages } = openCache();
  const { printed, print } = printer();
  const all = await Promise.all(Array.from({ length: 100 }, () => pages.get("/", print)));
  expect(new Set(all.map(textOf))).toEqual(new Set(["edition 1"]));
  expect(printed.times).toBe(1);
});

test("after a change the old page is served while the new one is rendered", async () => {
  const { pages, pass } = openCache();
  const { print } = printer();
  await pages.get("/", print);
  pages.drop();
  expect(pages.peek("/")).toBeNull();
  pass(9.9);
  expect(textOf(await pages.get("/", print))).toBe("edition 1");
  await untilIdle(pages, "/");
  expect(textOf(await pages.get("/", print))).toBe("edition 2");
});

test("ten seconds after a change nobody is served the old page any more", async () => {
  const { pages, pass } = openCache();
  const { print } = printer();
  await pages.get("/", print);
  pages.drop();
  pass(10);
  expect(textOf(await pages.get("/", print))).toBe("edition 2");
});

test("a later change does not lengthen the life of a page that is stale already", async () => {
  const { pages, pass } = openCache();
  const { print } = printer();
  await pages.get("/", print);
  pages.drop();
  pass(9);
  pages.drop();
  pass(1);
  expect(textOf(await pages.get("/", print))).toBe("edition 2");
});

test("a page a minute old is rendered anew, and soon not served at all", async () => {
  const { pages, pass } = openCache();
  const { print } = printer();
  await pages.get("/", print);
  pass(59.9);
  expect(pages.peek("/")).not.toBeNull();
  pass(0.1);
  expect(pages.peek("/")).toBeNull();
  expect(textOf(await pages.get("/", print))).toBe("edition 1");
  await untilIdle(pages, "/");
  pass(70);
  expect(textOf(await pages.get("/", print))).toBe("edition 3");
});

test("a page that was too old before the catalogue changed does not become good by the change", async () => {
  const { pages, pass } = openCache();
  const { print } = printer();
  await pages.get("/", print);
  pass(300);
  pages.drop();
  pass(1);
  expect(textOf(await pages.get("/", print))).toBe("edition 2");
});

test("a change during the rendering leaves the page stale", async () => {
  const { pages } = openCache();
  const { print } = printer();
  const first = await pages.get("/", async () => {
    const response = await print();
    pages.drop();
    return response;
  });
  expect(textOf(first)).toBe("edition 1");
  expect(pages.peek("/")).toBeNull();
  await pages.get("/", print);
  await untilIdle(pages, "/");
  expect(textOf(await pages.get("/", print))).toBe("edition 2");
});

test("only a page that was found is cached", async () => {
  const { pages } = openCache();
  for (const status of [404, 500, 301, 204]) {
    const answer = await pages.get("/gone", async () => new Response(null, { status }));
    expect(answer).toBeInstanceOf(Response);
  }
  expect(pages.size()).toEqual({ pages: 0, bytes: 0 });
});

test("an answer that sets a cookie is never cached, and each who asks gets their own", async () => {
  const { pages } = openCache();
  let visitors = 0;
  const render = async () => new Response("hello", { headers: { "set-cookie": `visitor=${++visitors}` } });
  const answers = await Promise.all([pages.get("/", render), pages.get("/", render), pages.get("/", render)]);
  const cookies = answers.map((answer) => (answer as Response).headers.get("set-cookie"));
  expect(new Set(cookies).size).toBe(3);
  expect(pages.peek("/")).toBeNull();
});

test("a rendering that fails is tried again by the next who asks", async () => {
  const { pages } = openCache();
  const { print } = printer();
  const fail = async () => {
    throw new Error("The database is away");
  };
  await expect(pages.get("/", fail)).rejects.toThrow("The database is away");
  expect(textOf(await pages.get("/", print))).toBe("edition 1");
});

test("while the new rendering fails the old page is still served, for a day, and says that it is old", async () => {
  const { pages, pass } = openCache();
  let tries = 0;
  await pages.get("/", async () => new Response('<!DOCTYPE html><html lang="en">book'));
  pages.drop();
  const fail = async () => {
    tries += 1;
    if (tries % 2 === 0) return new Response("trouble", { status: 503 });
    throw new Error("The database is away");
  };
  expect(textOf(await pages.get("/", fail))).toBe('<!DOCTYPE html><html lang="en">book');
  await turn();
  for (let minute = 0; minute < 4; minute += 1) {
    pass(60);
    expect(textOf(await pages.get("/", fail))).toBe('<!DOCTYPE html><html data-old lang="en">book');
    // Not every reader triggers a retry.
    const known = tries;
    pass(4);
    await pages.get("/", fail);
    expect(tries).toBe(known);
  }
  expect(tries).toBe(5);
  expect(textOf(await pages.get("/gone", async () => new Response("there")))).toBe("there");
  pass(86_400);
  tries = 0;
  await expect(pages.get("/", fail)).rejects.toThrow("The database is away");
  expect(textOf(await pages.get("/", async () => new Response("new")))).toBe("new");
});

test("a page that was current for a day is served for a day more while the new rendering fails", async () => {
  const { pages, pass } = openCache({ lifeMs: async () => 86_400_000 });
  await pages.get("/", printer().print);
  const fail = () => Promise.reject(new Error("no database"));
  pass(2 * 86_400 - 60);
  expect(textOf(await pages.get("/", fail))).toBe("edition 1");
  pass(120);
  await expect(pages.get("/", fail)).rejects.toThrow("no database");
});

test("a page that is gone is not served as old", async () => {
  const { pages, pass } = openCache();
  await pages.get("/", printer().print);
  pass(80);
  expect(await pages.get("/", async () => new Response("gone", { status: 404 }))).toMatchObject({ status: 404 });
});

test("a page that a change removed is served once more at most", async () => {
  const { pages } = openCache();
  await pages.get("/", printer().print);
  pages.drop();
  const gone = async () => new Response("gone", { status: 404 });
  expect(textOf(await pages.get("/", gone))).toBe("edition 1");
  await turn();
  expect(await pages.get("/", gone)).toMatchObject({ status: 404 });
});

test("while the new rendering takes long the old page is served", async () => {
  const { pages, pass } = openCache({ patienceMs: 1 });
  await pages.get("/", printer().print);
  pass(80);
  let finish = (_: Response) => {};
  const slow = () => new Promise<Response>((resolve) => (finish = resolve));
  expect(textOf(await pages.get("/", slow))).toBe("edition 1");
  finish(new Response("edition 2"));
  await untilIdle(pages, "/");
  expect(textOf(await pages.get("/", slow))).toBe("edition 2");
});

test("an old page says so while the new one takes long when something on it has changed a minute ago, not before", async () => {
  const { pages, pass } = openCache({ patienceMs: 1 });
  await pages.get("/", async () => new Response('<!DOCTYPE html><html lang="en">book'));
  pass(80);
  const slow = () => new Promise<Response>(() => {});
  expect(textOf(await pages.get("/", slow))).toBe('<!DOCTYPE html><html lang="en">book');
  pages.drop();
  pass(59);
  expect(textOf(await pages.get("/", slow))).toBe('<!DOCTYPE html><html lang="en">book');
  pass(1);
  expect(textOf(await pages.get("/", slow))).toBe('<!DOCTYPE html><html data-old lang="en">book');
});

test("a rendering in the background that fails ends nothing: whoever asks meanwhile gets the old page", async () => {
  const unhandled: unknown[] = [];
  const hear = (reason: unknown) => void unhandled.push(reason);
  process.on("unhandledRejection", hear);
  onTestFinished(() => void process.off("unhandledRejection", hear));
  const { pages } = openCache();
  const { print } = printer();
  await pages.get("/", print);
  pages.drop();
  let failed = 0;
  const fail = async () => {
    failed += 1;
    throw new Error("The database is away");
  };
  for (let reader = 1; reader <= 3; reader += 1) {
    expect(textOf(await pages.get("/", fail))).toBe("edition 1");
    // Node.js reports an unhandled rejection at the end of the turn.
    await turn();
    expect(failed).toBe(reader);
  }
  expect(unhandled).toEqual([]);
});

test("the pages cached never outgrow their room; those go first that nobody has asked for the longest", async () => {
  const { pages } = openCache({ maxBytes: 20_000 });
  // Random bytes do not compress.
  const page = async () => new Response(randomBytes(300));
  for (let number = 1; number <= 20; number += 1) {
    await pages.get(`/${number}`, page);
    expect(pages.size().bytes).toBeLessThanOrEqual(20_000);
  }
  expect(pages.peek("/20")).not.toBeNull();
  expect(pages.peek("/1")).toBeNull();
  const { pages: kept } = pages.size();
  const oldest = `/${21 - kept}`;
  expect(pages.peek(oldest)).not.toBeNull();
  await pages.get("/21", page);
  expect(pages.peek(oldest)).not.toBeNull();
  expect(pages.peek(`/${22 - kept}`)).toBeNull();
  expect(pages.size().pages).toBeGreaterThan(1);
});

test("there is room for 24 MB, and for no page of more than a quarter of it, however small it packs", async () => {
  const { pages } = openCache();
  const quarter = 6 * 1024 * 1024;
  await pages.get("/too-big", async () => new Response("x".repeat(quarter + 1)));
  expect(pages.size().pages).toBe(0);
  await pages.get("/big", async () => new Response("x".repeat(quarter)));
  expect(pages.size().pages).toBe(1);
});

test("what is counted is all that is kept of a page, and the room is used to its last byte", async () => {
  const { pages: wide } = openCache();
  const text = randomBytes(9_000);
  const print = async () => new Response(text);
  const page = (await wide.get("/", print)) as CachedPage;
  const { bytes } = page;
  expect(bytes).toBe(page.packed.br.buffer.byteLength + page.shown.byteLength + 1_024);
  expect(wide.size().bytes).toBe(bytes);
  const gzip = bodyOf(page, "gzip");
  expect(bodyOf(page, "gzip")).toBe(gzip);
  expect(wide.size().bytes).toBe(bytes + gzip.buffer.byteLength);
  const { pages } = openCache({ maxBytes: 4 * bytes });
  for (const key of ["/1", "/2", "/3", "/4"]) await pages.get(key, print);
  expect(pages.size()).toEqual({ pages: 4, bytes: 4 * bytes });
});

test("a page that gzip makes too large for the room pushes out the oldest, and one that went takes none", async () => {
  const { pages } = openCache({ maxBytes: 20_000 });
  const print = async () => new Response(randomBytes(3_500));
  const first = (await pages.get("/1", print)) as CachedPage;
  for (const key of ["/2", "/3"]) await pages.get(key, print);
  const last = (await pages.get("/4", print)) as CachedPage;
  expect(pages.size().pages).toBe(4);
  bodyOf(last, "gzip");
  expect(pages.peek("/1")).toBeNull();
  const { bytes } = pages.size();
  expect(bytes).toBeLessThanOrEqual(20_000);
  bodyOf(first, "gzip");
  expect(pages.size()).toEqual({ pages: 3, bytes });
});

test("a page too big for the room is served and not cached", async () => {
  const { pages } = openCache({ maxBytes: 20_000 });
  const big = await pages.get("/big", async () => new Response("y".repeat(6_000)));
  expect(textOf(big)).toHaveLength(6_000);
  expect(pages.size()).toEqual({ pages: 0, bytes: 0 });
});

test("rendering a page anew does not count its bytes twice", async () => {
  const { pages, pass } = openCache();
  const { print } = printer();
  await pages.get("/", print);
  const { bytes } = pages.size();
  pages.drop();
  pass(20);
  await pages.get("/", print);
  expect(pages.size()).toEqual({ pages: 1, bytes });
});

test("each packing unpacks to the same page and has a strong tag of its own", async () => {
  const { pages } = openCache();
  const text = "नमस्ते ".repeat(50);
  const page = (await pages.get("/", async () => new Response(text))) as CachedPage;
  expect(bodyOf(page, "identity").toString()).toBe(text);
  expect(brotliDecompressSync(bodyOf(page, "br")).toString()).toBe(text);
  expect(gunzipSync(bodyOf(page, "gzip")).toString()).toBe(text);
  const tags = [page.etags.identity, page.etags.br, page.etags.gzip];
  expect(new Set(tags).size).toBe(3);
  for (const tag of tags) expect(tag).toMatch(/^"[\w-]+"$/);
});

test("what was said of the page's length is not said of its packings", async () => {
  const { pages } = openCache();
  const headers = { "content-length": "5", "transfer-encoding": "chunked", "content-language": "en" };
  const page = (await pages.get("/", async () => new Response("hello", { headers }))) as CachedPage;
  expect(page.headers).toEqual(["content-language", "en", "content-type", expect.any(String)]);
});

test("the tag changes with the page", async () => {
  const { pages, pass } = openCache();
  const { print } = printer();
  const before = (await pages.get("/", print)) as CachedPage;
  pages.drop();
  pass(20);
  const after = (await pages.get("/", print)) as CachedPage;
  expect(after.etags.br).not.toBe(before.etags.br);
});

test("a browser gets the best packing it takes", () => {
  expect(chooseEncoding("gzip, deflate, br, zstd")).toBe("br");
  expect(chooseEncoding("gzip, deflate")).toBe("gzip");
  expect(chooseEncoding("br;q=0, gzip")).toBe("gzip");
  expect(chooseEncoding("br;q=0.5, gzip;q=0")).toBe("br");
  expect(chooseEncoding("gzip;q=0.0")).toBe("identity");
  for (const nothing of ["", "identity", "deflate", null, undefined]) expect(chooseEncoding(nothing)).toBe("identity");
});

test("a browser's copy is good while one of its tags is the page's", () => {
  expect(isUnchanged('"abc-br"', '"abc-br"')).toBe(true);
  expect(isUnchanged('"old", W/"abc-br"', '"abc-br"')).toBe(true);
  expect(isUnchanged('"abc"', '"abc-br"')).toBe(false);
  for (const nothing of ["", null, undefined]) expect(isUnchanged(nothing, '"abc-br"')).toBe(false);
});
