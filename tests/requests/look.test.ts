/** The look of the shop on readers' pages: the style sheet, the fonts, the icons, and previews of the desk. */
import sharp from "sharp";
import { expect, test, vi } from "vitest";

import { sql } from "#db/sql.ts";
import { defaultLook, lookPreviewQuery, openingPreview, type Look } from "#shop/kernel/look/look.ts";
import { findPaperMark, storeLogo } from "#shop/office/settings/look-pictures.server.ts";
import { writeLookPass } from "#shop/office/settings/look-preview.server.ts";
import { readPage } from "#tests/support/pages/page.ts";
import { openTestShop } from "#tests/support/shop/test-shop.ts";

const deskUrl = "http://desk.shop.test";
const shop = await openTestShop({ deskUrl });
const { services } = shop;
const { settings } = services;
const red: Look = {
  ...defaultLook,
  colour: "#b0203a",
  accent: "#2e7d32",
  face: "lora",
  pattern: "buti",
  density: "close",
};

const stylesheetsOf = (page: string) =>
  [...page.matchAll(/<link [^>]*rel="stylesheet"[^>]*>/g)].map(([link]) => /href="([^"]+)"/.exec(link)![1]!);
const preloadedFonts = (page: string) =>
  [...page.matchAll(/<link[^>]* rel="preload" as="font"[^>]*href="\/assets\/([a-z-]+)/g)].map(([, name]) => name);
/** Gives the shop a look, and waits until home is rendered with it: until then a stale page is served. */
async function wear(look: Look): Promise<void> {
  settings.look = look;
  shop.pages.drop(null);
  const mark =
    look === defaultLook
      ? /^(?!.*(assets\/look-[0-9a-f]{6}|\/logos\/))/s
      : look.logo
        ? new RegExp(look.logo)
        : /look-b0203a/;
  await expect.poll(() => textOf("/")).toMatch(mark);
}

const textOf = async (path: string) => (await shop.fetch(path)).text();

test("the shop as delivered loads no style sheet of a look, and preloads the faces that it is set in", async () => {
  const home = await textOf("/");
  expect(stylesheetsOf(home).filter((path) => path.includes("look-"))).toEqual([]);
  expect(preloadedFonts(home)).toEqual(["fraunces-basic-", "figtree-basic-", "figtree-rupee-"]);
  expect(await textOf("/favicon.svg")).toContain(".i{color:#4f46e5}");
});

test("a published look is one small style sheet more, under the same policy, with the same bytes for everybody", async () => {
  const before = await shop.fetch("/");
  await wear(red);
  const answer = await shop.fetch("/");
  const home = await answer.text();
  await wear(defaultLook);
  const own = stylesheetsOf(home).filter((path) => path.includes("look-"));
  expect(own).toHaveLength(1);
  expect(answer.headers.get("cache-control")).toBe("public, max-age=0, must-revalidate");
  const styleOf = (policy: string) => policy.split("; ").filter((rule) => rule.startsWith("style-src"));
  const policyOf = ({ headers }: Response) => styleOf(headers.get("content-security-policy")!);
  expect(policyOf(answer)).toEqual(policyOf(before));
  expect(preloadedFonts(home)[0]).toBe("lora-latin-wght-normal-");
  expect(home).not.toMatch(/rel="preload"[^>]*fraunces-basic/);
  const sheet = await shop.fetch(own[0]!);
  expect(sheet.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
  expect(sheet.headers.get("content-type")).toBe("text/css; charset=utf-8");
  const css = await sheet.text();
  expect(css).toContain('--font-display:"Lora Variable"');
  expect(css).toContain("--color-action:#b0203a");
  // Every role of the light scheme is out of force in the dark one, unless it has a value there.
  expect(css).toMatch(/@media print,\(prefers-color-scheme:light\)\{:root\{[^}]*--color-marigold-wash/);
  expect(css.length).toBeLessThan(4_000);
  for (const [, file] of css.matchAll(/url\("([^"]+)"\)/g)) expect((await shop.fetch(file!)).status, file).toBe(200);
});

test("the style sheet of any look is served, also of one that was published before, and of nothing else", async () => {
  const other = await shop.fetch("/assets/look-4f46e5-d98a1f-bitter-jali-airy.00000000.css");
  expect(other.status).toBe(200);
  expect(other.headers.get("cache-control")).toBe("no-store");
  expect(await other.text()).toContain("Bitter Variable");
  for (const name of ["look-.css", "look-4f46e5-d98a1f-x-jali-airy.00000000.css", "look-{}.00000000.css"])
    expect((await shop.fetch(`/assets/${name}`)).status, name).toBe(404);
});

test("the icons have the colour of the look", async () => {
  const iconOf = async () => Buffer.from(await (await shop.fetch("/icons/192.png")).arrayBuffer());
  const delivered = await iconOf();
  settings.look = red;
  expect(await textOf("/favicon.svg")).toContain(".i{color:#b0203a}");
  expect((await iconOf()).equals(delivered)).toBe(false);
  settings.look = defaultLook;
  expect((await iconOf()).equals(delivered)).toBe(true);
});

test.each(["/favicon.ico", "/favicon.svg", "/icons/192.png", "/manifest.webmanifest"])(
  "a browser asks again for %s of a look, and gets it again only if it has changed",
  async (path) => {
    const cachingOf = ({ headers }: Response) => headers.get("cache-control");
    expect(cachingOf(await shop.fetch(path))).toBe("public, max-age=86400");
    settings.look = red;
    const first = await shop.fetch(path);
    expect(cachingOf(first)).toBe("public, no-cache");
    const headers = { "if-none-match": first.headers.get("etag")! };
    const again = await shop.fetch(path, { headers });
    expect([again.status, cachingOf(again), await again.text()]).toEqual([304, "public, no-cache", ""]);
    settings.look = { ...red, colour: "#00695c" };
    if (path !== "/manifest.webmanifest") expect((await shop.fetch(path, { headers })).status).toBe(200);
    settings.look = defaultLook;
  },
);

test.each(["/", "/books/godan", "/cart", "/contact", "/orders/sample/documents/bill"])(
  "a signed link of the desk shows %s in a look that is not published, which only the desk may frame",
  async (path) => {
    const query = lookPreviewQuery(red, writeLookPass(services), "dark");
    const preview = await shop.fetch(`${path}?${query}`);
    const page = await preview.text();
    expect(preview.headers.get("cache-control")).toBe("private, no-store");
    expect(preview.headers.get("content-security-policy")).toContain(`frame-ancestors ${deskUrl}`);
    expect(stylesheetsOf(page).filter((one) => one.includes("look-b0203a-2e7d32-lora-buti-close"))).toHaveLength(1);
    expect(page).toContain('colorScheme = "dark"');
    expect(stylesheetsOf(await textOf(path)).filter((one) => one.includes("look-"))).toEqual([]);
  },
);

test("in a preview the cart has books, and a bill has the words of the settings; neither is stored", async () => {
  settings.numbers = {
    ...settings.numbers,
    billWords: "Read well.",
    signature: { picture: null, signatory: "A. Rao" },
  };
  const query = lookPreviewQuery(red, writeLookPass(services), null);
  const cart = await readPage(await shop.fetch(`/cart?${query}`));
  expect(cart.has("Your cart")).toBe(true);
  expect(cart.addresses.filter((address) => /^\/books\/[\w-]+$/.test(address)).length).toBeGreaterThanOrEqual(3);
  const bill = await textOf(`/orders/sample/documents/bill?${query}`);
  for (const words of [settings.seller.legalName, "Read well.", "A. Rao", "The Guide"]) expect(bill).toContain(words);
  expect((await shop.fetch("/orders/sample/documents/bill")).status).toBe(404);
  expect((await shop.fetch("/cart")).headers.get("set-cookie")).toBeNull();
  settings.numbers = { ...settings.numbers, billWords: null, signature: null };
});

test("a preview ends after twelve hours, and nobody makes a link without the key", async () => {
  const pass = writeLookPass(services);
  const statusOf = async (query: string) => (await shop.fetch(`/?${query}`)).status;
  expect(await statusOf(lookPreviewQuery(red, pass, null))).toBe(200);
  expect(await statusOf(lookPreviewQuery(red, pass.replace(/.{4}$/, "AAAA"), null))).toBe(400);
  expect(await statusOf("look=b0203a")).toBe(400);
  const old = { ...services, now: () => new Date(Date.now() - 12 * 3600_000 - 1_000) };
  expect(await statusOf(lookPreviewQuery(red, writeLookPass(old), null))).toBe(400);
});

test("before the opening, a preview shows the shop as it will be", async () => {
  settings.opening = { ...settings.opening, state: "not-open" };
  const query = lookPreviewQuery(red, writeLookPass(services), null);
  expect(await textOf(`/?${query}`)).toContain("Featured Books");
  const opening = await textOf(`/?${query}&${openingPreview}`);
  expect([
    opening.includes("Featured Books"),
    stylesheetsOf(opening).some((path) => path.includes("look-b0203a")),
  ]).toEqual([false, true]);
  shop.pages.drop(null);
  expect(await textOf("/")).not.toContain("Featured Books");
  settings.opening = { ...settings.opening, state: "open" };
});

test("a logo stands in the header and the footer in place of the mark, and its file is kept for ever", async () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 10"><path d="M0 0h40v10H0z" fill="#111"/></svg>';
  const dark = svg.replace("0h40v10H0z", "0h20v10H0z");
  const logo = await storeLogo(services.db, Buffer.from(dark), services.now());
  expect(logo).toMatch(/-640x160-dark\.svg$/);
  await wear({ ...defaultLook, logo });
  const beside = await textOf("/");
  expect(beside.match(new RegExp(`<img src="/logos/${logo}"[^>]*alt=""`, "g"))).toHaveLength(2);
  // The style sheet leaves phones no room for both.
  expect(beside).toMatch(/<img [^>]*class="logo logo-dark logo-wide"[^>]*><span[^>]*class="shop-name /);
  settings.look = { ...defaultLook, logo, isNameInLogo: true };
  shop.pages.drop(null);
  await expect.poll(() => textOf("/")).toMatch(new RegExp(`<img src="/logos/${logo}"[^>]*alt="Endpaper"`));
  await wear(defaultLook);
  const file = await shop.fetch(`/logos/${logo}`);
  expect(file.headers.get("content-type")).toBe("image/svg+xml");
  expect(file.headers.get("cache-control")).toContain("immutable");
  expect(file.headers.get("content-security-policy")).toContain("default-src 'none'");
  for (const name of ["x.svg", logo.replace(/^./, (one) => (one === "0" ? "1" : "0")), "..%2fx.png"])
    expect((await shop.fetch(`/logos/${name}`)).status, name).toBe(404);
});

test("a drawing on a large sheet is a logo and an icon, and papers have it", async () => {
  const sheet =
    '<svg xmlns="http://www.w3.org/2000/svg" width="6000px" height="6000"><path d="M0 0h6000v3000H0z" fill="#c00000"/></svg>';
  const logo = await storeLogo(services.db, Buffer.from(sheet), services.now());
  expect(logo).toMatch(/-256x256\.svg$/);
  const stored = await textOf(`/logos/${logo}`);
  expect(stored).toContain('<svg width="256" height="256" viewBox="0 0 6000 6000"');
  settings.look = { ...defaultLook, logo, icon: logo };
  const { logo: drawn } = await findPaperMark(services);
  const colours = async (png: Buffer, top: number) => {
    const { width = 0, height = 0 } = await sharp(png).metadata();
    const part = { left: 0, top: Math.round(height * top), width, height: Math.floor(height / 4) };
    return (await sharp(await sharp(png).extract(part).png().toBuffer()).stats()).channels.map(({ mean }) => mean);
  };
  expect(drawn).toMatchObject({ width: 160, height: 160 });
  expect(await colours(drawn!.png, 0.1)).toEqual([192, 0, 0, 255]);
  expect((await colours(drawn!.png, 0.6)).at(-1)).toBe(0);
  const icon = Buffer.from(await (await shop.fetch("/icons/512.png")).arrayBuffer());
  expect(await colours(icon, 0.1)).toEqual([192, 0, 0, 255]);
  settings.look = defaultLook;
});

test("a logo or icon that cannot be drawn keeps no bill and no icon from anybody", async () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  const logo = "0123456789abcdef-256x256.svg";
  const sheet = '<svg xmlns="http://www.w3.org/2000/svg" width="9000" height="9000"><path d="M0 0h9v9z"/></svg>';
  await services.db.execute(sql`
    insert into look_pictures (name, bytes, made_at) values (${logo}, ${Buffer.from(sheet)}, now())`);
  settings.look = { ...defaultLook, logo, icon: logo };
  expect(await findPaperMark(services)).toEqual({ color: defaultLook.colour, logo: null });
  for (const path of ["/icons/192.png", "/favicon.ico", "/favicon.svg"])
    expect((await shop.fetch(path)).status, path).toBe(200);
  expect(console.error).toHaveBeenCalledTimes(2);
  settings.look = defaultLook;
  vi.restoreAllMocks();
});

test("an icon replaces the mark on tabs and as an app", async () => {
  const icon = await storeLogo(
    services.db,
    await sharp({ create: { width: 80, height: 80, channels: 4, background: "#00695c" } })
      .composite([
        { input: Buffer.from('<svg width="80" height="80"><circle cx="40" cy="40" r="30" fill="red"/></svg>') },
      ])
      .png()
      .toBuffer(),
    services.now(),
  );
  settings.look = { ...defaultLook, icon };
  expect(await textOf("/favicon.svg")).toContain("data:image/png;base64,");
  const app = await shop.fetch("/icons/512.png");
  const { dominant } = await sharp(Buffer.from(await app.arrayBuffer())).stats();
  expect(dominant.r).toBeLessThan(250);
  expect(app.status).toBe(200);
  settings.look = defaultLook;
});
