/** Tests the service worker: what it caches, when it serves it, and that no reader sees pages of another one. */
import { expect, test } from "vitest";

import { openWorkerEnvironment, page, sentOn, Stores } from "#tests/support/shop/worker-environment.ts";

const data = { destination: "", mode: "cors" };
const noNetwork = () => Promise.reject(new TypeError("Failed to fetch"));
const never = () => new Promise<Response>(() => {});
const isAnswer = (given: Response | null | "waiting") => given !== null && given !== "waiting";
const textOf = async (response: Response | null | "waiting") =>
  isAnswer(response) ? /<title>(.*)<\/title>/.exec(await response.text())?.[1] : response;
const locationOf = (response: Response | null | "waiting") =>
  isAnswer(response) ? response.headers.get("location") : response;

async function installed(options: Parameters<typeof openWorkerEnvironment>[0] = {}) {
  const world = openWorkerEnvironment(options);
  await world.install();
  world.asked.length = 0;
  return world;
}

test("a build is cached as a whole, with the page that is shown without a connection, and takes charge at once", async () => {
  const world = await installed();
  expect(world.cachedIn("shop-new")).toEqual(["/assets/a.js", "/assets/b.css", "/offline"]);
  expect(world.isInCharge()).toBe(true);
});

test("a build of which a file is missing, or whose pages are another's, is not taken up", async () => {
  const missing = openWorkerEnvironment();
  missing.answer((path) => (path === "/assets/b.css" ? new Response("", { status: 404 }) : page(path)));
  await expect(missing.install()).rejects.toThrow("could not be fetched");
  const between = openWorkerEnvironment();
  between.answer((path) => (path === "/offline" ? page(path, { build: "old" }) : new Response("file")));
  await expect(between.install()).rejects.toThrow("new version is being deployed");
  const down = openWorkerEnvironment();
  down.answer((path) => (path === "/offline" ? page(path, { status: 503 }) : new Response("file")));
  await expect(down.install()).rejects.toThrow("new version is being deployed");
});

/** Returns the caches of a browser that visited the shop with the previous build. */
async function cachedByOldBuild(): Promise<Stores> {
  const world = openWorkerEnvironment({ version: "old", assets: ["/assets/old.js"] });
  world.answer((path) => (path.startsWith("/assets/") ? new Response("file") : page(path, { build: "old" })));
  await world.install();
  for (let number = 1; number <= 25; number += 1) await world.fetch(`/books/number-${number}`);
  world.setPartition("asha");
  world.answer((path) => page(path, { build: "old", word: "asha" }));
  await world.fetch("/orders");
  const others = await world.stores.open("personal-old-binod");
  await others.put("/cart", page("Binod's cart", { build: "old", word: "binod" }));
  const file = await world.stores.open("files");
  await file.put("/covers/dune-0123456789-480.webp", new Response("cover"));
  return world.stores;
}

test("a new build fetches anew what this reader had cached, the newest twenty, and forgets everything of the old one", async () => {
  const stores = await cachedByOldBuild();
  const world = openWorkerEnvironment({ stores });
  // An earlier attempt to install this build stopped after this page, which is of the new build already.
  await (await stores.open("personal-new-asha")).put("/orders", page("/orders", { word: "asha" }));
  world.setPartition("asha");
  world.answer((path) => {
    if (path.startsWith("/assets/")) return new Response("file");
    return path === "/orders" || path === "/cart" ? page(path, { word: "asha" }) : page(path);
  });
  await world.install();
  expect(world.asked.filter((path) => path === "/orders")).toHaveLength(1);
  expect(world.cachedIn("personal-new-asha")).toEqual(["/orders"]);
  expect(world.cachedIn("pages-new")).toEqual(Array.from({ length: 20 }, (_, at) => `/books/number-${at + 6}`));
  expect((await stores.keys()).sort()).toEqual(["files", "pages-new", "personal-new-asha", "shop-new"]);
  expect(world.asked).not.toContain("/cart");
  expect(world.cachedIn("files")).toHaveLength(1);
});

test("what cannot be fetched anew does not keep the new build back", async () => {
  const stores = await cachedByOldBuild();
  const world = openWorkerEnvironment({ stores });
  world.answer((path) => {
    if (path.startsWith("/assets/")) return new Response("file");
    return path.startsWith("/books/") && path !== "/books/number-25" ? noNetwork() : page(path);
  });
  await world.install();
  expect(world.cachedIn("pages-new")).toEqual(["/books/number-25"]);
});

test("a failing old cache does not block a new build", async () => {
  const stores = await cachedByOldBuild();
  const open = stores.open.bind(stores);
  stores.open = (name) => (name === "pages-old" ? Promise.reject(new Error("The disk is broken")) : open(name));
  const world = openWorkerEnvironment({ stores });
  await world.install();
  expect(world.isInCharge()).toBe(true);
});

test("forms, other sites, sign-in, payments and what stands beside the shop are the browser's alone", async () => {
  const world = await installed();
  for (const path of [
    "/auth/google/start",
    "/api/auth/me",
    "/payments/return",
    "/checkout",
    "/checkout/verify",
    "/stand-ins/mailbox",
    "/webhooks/razorpay",
  ]) {
    expect(await world.fetch(path), path).toBeNull();
    expect(await world.fetch(`${path}/part.data`, { destination: "", mode: "cors" }), path).toBeNull();
  }
  expect(await world.fetch("/cart/lines", { method: "POST" })).toBeNull();
  expect(await world.fetch("https://elsewhere.example/")).toBeNull();
  expect(await world.fetch("/icons/192.png", { destination: "image", mode: "no-cors" })).toBeNull();
  for (const path of ["/authors", "/apis", "/checkouts"])
    expect(await textOf(await world.fetch(path)), path).toBe(path);
});

test("a page comes from the network and is cached; without one the copy is shown, and says when it was made", async () => {
  const world = await installed();
  expect(await textOf(await world.fetch("/books/dune?page=2"))).toBe("/books/dune?page=2");
  expect(world.cachedIn("pages-new")).toEqual(["/books/dune?page=2"]);
  world.answer(noNetwork);
  const copy = await (await world.fetch("/books/dune?page=2"))!.text();
  expect(copy).toContain(`<html data-cached="${Date.UTC(2026, 0, 1)}" lang="en">`);
  expect(locationOf(await world.fetch("/books/dune"))).toBe("/offline?from=%2Fbooks%2Fdune");
  expect(locationOf(await world.fetch("/books/dune?page=3&id=a%26b"))).toBe(
    `/offline?from=${encodeURIComponent("/books/dune?page=3&id=a%26b")}`,
  );
  const offline = await world.fetch("/offline?from=%2Fbooks%2Fdune");
  expect(await textOf(offline)).toBe("/offline");
});

test("a cached copy says nothing of how the page was sent, and fetches nothing ahead", async () => {
  const world = await installed();
  world.answer((path) => {
    const sent = page(path);
    for (const name of ["content-encoding", "content-length", "link"]) sent.headers.set(name, "as it was sent");
    return sent;
  });
  await world.fetch("/faq");
  world.answer(noNetwork);
  const { headers } = (await world.fetch("/faq"))!;
  expect([...headers.keys()].sort()).toEqual(["cache-control", "content-type", "x-build"]);
});

test("a shop that is down is as good as none; every other answer of the shop is shown", async () => {
  const world = await installed();
  await world.fetch("/faq");
  for (const status of [502, 503, 504]) {
    world.answer((path) => page("Down", { status: path ? status : 200 }));
    expect(await textOf(await world.fetch("/faq")), String(status)).toBe("/faq");
  }
  for (const status of [500, 404, 429]) {
    world.answer(() => page("Trouble", { status }));
    expect(await textOf(await world.fetch("/faq")), String(status)).toBe("Trouble");
  }
  expect(world.cachedIn("pages-new")).toEqual(["/faq"]);
});

test("a shop that is down and of which nothing is cached says so itself", async () => {
  const world = await installed();
  world.answer(() => page("Down", { status: 503 }));
  expect(locationOf(await world.fetch("/faq"))).toBe("/offline?from=%2Ffaq");
});

test("redirects, other content types and 404s are not cached", async () => {
  const world = await installed();
  world.answer((path) => sentOn(page(path)));
  await world.fetch("/sent-on");
  world.answer(
    () =>
      new Response("{}", {
        headers: { "content-type": "application/json", "x-build": "new", "cache-control": "public" },
      }),
  );
  await world.fetch("/a-file");
  world.answer(() => page("Not found", { status: 404 }));
  await world.fetch("/nowhere");
  world.answer((path) => page(path));
  await world.fetch("/offline");
  expect(world.cachedIn("pages-new")).toEqual([]);
});

test("a page of another build is shown, not cached, and the browser looks for that build", async () => {
  const world = await installed();
  world.answer((path) => page(path, { build: "newer" }));
  expect(await textOf(await world.fetch("/faq"))).toBe("/faq");
  expect([world.cachedIn("pages-new"), world.updates()]).toEqual([[], 1]);
});

test("sixty pages are cached, the newest, and one that is opened again is new again", async () => {
  const world = await installed();
  for (let number = 1; number <= 60; number += 1) await world.fetch(`/books/number-${number}`);
  await world.fetch("/books/number-1");
  expect(world.cachedIn("pages-new")).toHaveLength(60);
  await world.fetch("/books/number-61");
  const cached = world.cachedIn("pages-new");
  expect([cached.length, cached[0], cached.at(-2), cached.at(-1)]).toEqual([
    60,
    "/books/number-3",
    "/books/number-1",
    "/books/number-61",
  ]);
});

test("four hundred files are cached, the newest, and one that is here is not asked for again", async () => {
  const world = await installed();
  world.answer((path) => new Response(path));
  const cover = (number: number) => `/covers/number-${number}-0123456789-480.webp`;
  const file = { destination: "image", mode: "no-cors" };
  for (let number = 1; number <= 401; number += 1) await world.fetch(cover(number), file);
  const cached = world.cachedIn("files");
  expect([cached.length, cached[0], cached.at(-1)]).toEqual([400, cover(2), cover(401)]);
  world.asked.length = 0;
  expect(await (await world.fetch(cover(2), file))!.text()).toBe(cover(2));
  expect(await (await world.fetch("/assets/a.js", file))!.text()).toBe("file");
  expect(world.asked).toEqual([]);
}, 60_000);

test("a file that is not there is not cached; without a network another width of the cover does", async () => {
  const world = await installed();
  const file = { destination: "image", mode: "no-cors" };
  for (const status of [404, 429, 500, 503]) {
    world.answer(() => new Response("", { status }));
    for (const path of [
      "/covers/dune-0123456789-480.webp",
      "/portraits/r-k-narayan-0123456789-96.webp",
      "/assets/c.js",
    ])
      expect((await world.fetch(path, file))!.status, path).toBe(status);
    expect(world.cachedIn("files"), String(status)).toEqual([]);
  }
  world.answer((path) => new Response(path));
  await world.fetch("/covers/dune-messiah-0123456789-320.webp", file);
  await world.fetch("/covers/dune-0123456789-320.webp", file);
  world.answer(noNetwork);
  const other = await world.fetch("/covers/dune-0123456789-480.webp", file);
  expect(await other!.text()).toBe("/covers/dune-0123456789-320.webp");
  await expect(world.fetch("/covers/emma-0123456789-480.webp", file)).rejects.toThrow("Failed to fetch");
  await expect(world.fetch("/assets/gone.js", file)).rejects.toThrow("Failed to fetch");
});

/** Opens a browser that has cached Asha's orders and a public page. */
async function withOrders() {
  const world = await installed();
  await world.fetch("/faq");
  world.setPartition("asha");
  world.answer((path) => page(path, { word: "asha" }));
  await world.fetch("/orders");
  expect(world.cachedIn("personal-new-asha")).toEqual(["/orders"]);
  return world;
}

test("a slow network is waited for: four seconds for a public page, twelve for the reader's own or one asked anew", async () => {
  const world = await withOrders();
  world.answer(never);
  expect(await world.fetchAfter(3_999, "/faq")).toBe("waiting");
  expect(await textOf(await world.fetchAfter(4_000, "/faq"))).toBe("/faq");
  expect(await world.fetchAfter(11_999, "/orders")).toBe("waiting");
  expect(await textOf(await world.fetchAfter(12_000, "/orders"))).toBe("/orders");
  for (const cache of ["no-cache", "reload"]) {
    expect(await world.fetchAfter(11_999, "/faq", { cache }), cache).toBe("waiting");
    expect(await textOf(await world.fetchAfter(12_000, "/faq", { cache })), cache).toBe("/faq");
  }
  expect(await world.fetchAfter(1_000_000, "/about")).toBe("waiting");
});

test("for a minute after a form a reader's own pages are not shown as they were before it, unless there is no network", async () => {
  const world = await withOrders();
  world.answer(never);
  await world.fetch("/orders/EP-1", { method: "POST" });
  expect(await world.fetchAfter(20_000, "/orders")).toBe("waiting");
  expect(await textOf(await world.fetchAfter(4_000, "/faq"))).toBe("/faq");
  world.answer(noNetwork);
  expect(await textOf(await world.fetch("/orders"))).toBe("/orders");
  world.answer(never);
  world.pass(35_999);
  expect(await world.fetchAfter(100_000, "/orders")).toBe("waiting");
  await world.fetch("/orders/EP-1", { method: "POST" });
  world.pass(60_000);
  expect(await textOf(await world.fetchAfter(12_000, "/orders"))).toBe("/orders");
});

test("a page that was one's own when it was asked for is not shown to whoever is there when the wait is over", async () => {
  const world = await withOrders();
  world.answer(never);
  const binodComes = () => world.setPartition("binod");
  expect(await world.fetchAfter(12_000, "/orders", {}, binodComes)).toBe("waiting");
  world.setPartition("asha");
  // A request for data does not open the page as a document either, as nothing is cached for Binod.
  expect(await world.fetchAfter(12_000, "/orders.data", data, binodComes)).toBe("waiting");
});

test("a reader's own pages are cached for the word of the cookie, and shown to nobody else", async () => {
  const world = await withOrders();
  world.answer((path) => page(path, { word: "somebody-else" }));
  await world.fetch("/wishlist");
  expect(await world.stores.keys()).not.toContain("personal-new-somebody-else");
  world.answer(noNetwork);
  world.setPartition("binod");
  expect(locationOf(await world.fetch("/orders"))).toBe("/offline?from=%2Forders");
  world.setPartition(null);
  expect(locationOf(await world.fetch("/orders"))).toBe("/offline?from=%2Forders");
  world.setPartition("asha");
  expect(await textOf(await world.fetch("/orders"))).toBe("/orders");
});

test("a guest without a cart has pages of their own too", async () => {
  const world = await installed();
  world.answer((path) => page(path, { word: "nobody" }));
  await world.fetch("/cart");
  expect(world.cachedIn("personal-new-nobody")).toEqual(["/cart"]);
});

test("once the shop has answered, what was cached for others is gone; what is this reader's stays in every build", async () => {
  const world = await withOrders();
  await (await world.stores.open("personal-newer-asha")).put("/orders", page("newer"));
  world.answer((path) => page(path));
  await world.fetch("/about");
  expect(await world.stores.keys()).toEqual(expect.arrayContaining(["personal-new-asha", "personal-newer-asha"]));
  world.setPartition("binod");
  await world.fetch("/about");
  expect((await world.stores.keys()).filter((name) => name.startsWith("personal-"))).toEqual([]);
});

test("a sign-out forgets every reader's pages and the word at once, also without a network", async () => {
  const world = await withOrders();
  world.answer(noNetwork);
  expect(await world.fetch("/api/auth/logout", { method: "POST" })).toBeNull();
  expect((await world.stores.keys()).filter((name) => name.startsWith("personal-"))).toEqual([]);
  expect(locationOf(await world.fetch("/orders"))).toBe("/offline?from=%2Forders");
  // The cookie is deleted too, so nothing is cached for it any more.
  world.answer((path) => page(path, { word: "asha" }));
  await world.fetch("/orders");
  expect(await world.stores.keys()).not.toContain("personal-new-asha");
});

test("a browser that cannot say whose pages these are keeps public ones only", async () => {
  const world = await installed({ hasCookieStore: false });
  await world.fetch("/faq");
  world.answer((path) => page(path, { word: "nobody" }));
  await world.fetch("/cart");
  expect(await world.fetch("/api/auth/logout", { method: "POST" })).toBeNull();
  expect((await world.stores.keys()).sort()).toEqual(["pages-new", "shop-new"]);
});

test("a page that the router came to is cached when the page says so, unless the shop never lets it be", async () => {
  const world = await installed();
  await world.message("/books/dune");
  expect(world.cachedIn("pages-new")).toEqual(["/books/dune"]);
  world.asked.length = 0;
  for (const path of ["/search?q=a", "/account", "/account/privacy", "/login", "/register", "/wishlists/x", "/offline"])
    await world.message(path);
  await world.message("https://elsewhere.example/");
  expect(world.asked).toEqual([]);
  await world.message("/accounts");
  expect(world.asked).toEqual(["/accounts"]);
  world.answer(noNetwork);
  await world.message("/books/emma");
});

test("a data request that times out opens the page as a document, without a second wait", async () => {
  const world = await withOrders();
  world.answer(noNetwork);
  const sent = (await world.fetch("/books/dune.data?page=2", data))!;
  expect([sent.status, sent.headers.get("x-remix-redirect"), sent.headers.get("x-remix-reload-document")]).toEqual([
    204,
    "/books/dune?page=2",
    "true",
  ]);
  expect((await world.fetch("/_.data", data))!.headers.get("x-remix-redirect")).toBe("/");

  world.answer(never);
  const late = await world.fetchAfter(4_000, "/faq.data", data);
  expect(isAnswer(late) && late.headers.get("x-remix-redirect")).toBe("/faq");
  expect(await textOf(await world.fetchAfter(0, "/faq"))).toBe("/faq");
  expect(await world.fetchAfter(0, "/orders")).toBe("waiting");
  world.pass(4_999);
  expect(await textOf(await world.fetchAfter(0, "/faq"))).toBe("/faq");
  world.pass(1);
  expect(await world.fetchAfter(3_999, "/faq")).toBe("waiting");
});

test("data is waited for where no copy could stand in for it, and where a page asks for its own", async () => {
  const world = await withOrders();
  world.answer(never);
  expect(await world.fetchAfter(100_000, "/about.data", data)).toBe("waiting");
  expect(await world.fetchAfter(100_000, "/faq.data", { ...data, referrer: "/faq" })).toBe("waiting");
  for (const referrer of ["/about", "/faq?q=post"]) {
    const other = await world.fetchAfter(4_000, "/faq.data", { ...data, referrer });
    expect(isAnswer(other) && other.status, referrer).toBe(204);
  }
  world.answer(() => new Response("the data"));
  expect(await (await world.fetch("/faq.data", data))!.text()).toBe("the data");
});

test("a part of a page, and what is fetched before it is asked for, are left to the browser", async () => {
  const world = await installed();
  expect(await world.fetch("/faq.data?_routes=routes%2Ffaq", data)).toBeNull();
  expect(await world.fetch("/faq.data", { destination: "", mode: "no-cors" })).toBeNull();
});
