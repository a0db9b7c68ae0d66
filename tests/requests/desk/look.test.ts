/** The page Look at the desk: what is published, what the page says, earlier looks and undo. */
import { afterAll, expect, test } from "vitest";

import { sql } from "#db/sql.ts";
import { rereadSettings } from "#server/services.ts";
import { subscribeToCatalogueChanges } from "#server/pages/catalogue-changes.ts";
import { faultsIn, readFilledFrom, textOf } from "#tests/support/desk/desk-form.ts";
import {
  addPasskeyRow,
  addStaff,
  addStaffSession,
  deskUrl,
  openDeskBrowser,
  openTestDesk,
} from "#tests/support/desk/desk.ts";

const desk = await openTestDesk({ fromEnvironment: { LOOK_DENSITY: "close" } });
const { db, services } = desk;
const { settings } = services;
const changes = await subscribeToCatalogueChanges(
  desk.url,
  () => {},
  () => void rereadSettings(db, settings),
);
afterAll(() => changes.close());

const id = await addStaff(desk, "owner");
await addPasskeyRow(desk, id);
const owner = openDeskBrowser(desk, await addStaffSession(desk, id));

async function publish(values: Record<string, string>): Promise<Response> {
  const was = await readFilledFrom(await owner.get("/look"));
  const filled = JSON.parse(was) as Record<string, string>;
  return owner.post("/look", { intent: "settings.save", group: "look", was, ...filled, ...values });
}

const svg =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 10"><path d="M0 0h40v10H0z" fill="#b0203a"/></svg>';

/** Sends the form with files, as the page does. */
async function send(intent: string, files: Record<string, [bytes: string | Buffer, type: string]>): Promise<Response> {
  const was = await readFilledFrom(await owner.get("/look"));
  const form = new FormData();
  const fields = { intent, group: "look", was, ...(JSON.parse(was) as Record<string, string>) };
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  for (const [name, [bytes, type]] of Object.entries(files))
    form.set(`${name}.file`, new File([bytes as BlobPart], "logo", { type }));
  const headers = { origin: deskUrl, "sec-fetch-site": "same-origin", cookie: `desk=${owner.cookies.get("desk")}` };
  return desk.pages.fetch(new Request(`${deskUrl}/look`, { method: "POST", body: form, headers, redirect: "manual" }));
}

async function newestEntry(): Promise<string> {
  const { rows } = await db.execute<{ number: string }>(sql`select max(number)::text as number from desk_record`);
  return rows[0]!.number;
}

test("an owner publishes a look, the next one, and the first again by its link", async () => {
  const first = await publish({ LOOK_COLOUR: "#B0203A", LOOK_FACE: "lora" });
  expect(first.headers.get("location")).toBe("/look");
  await expect.poll(() => settings.look).toMatchObject({ colour: "#b0203a", face: "lora", density: "close" });
  await publish({ LOOK_COLOUR: "#00695c", LOOK_PATTERN: "jali" });
  await expect.poll(() => settings.look).toMatchObject({ colour: "#00695c", face: "lora", pattern: "jali" });
  const page = await (await owner.get("/look")).text();
  const link = /href="(\/look\?[^"]*LOOK_COLOUR=%23b0203a[^"]*)"/.exec(page)![1]!.replaceAll("&amp;", "&");
  const shown = await (await owner.get(link)).text();
  expect(shown).toMatch(/<input[^>]*type="color"[^>]*name="LOOK_COLOUR"[^>]*value="#b0203a"/);
  expect(shown).toMatch(/<iframe[^>]*src="http:\/\/shop\.test\/\?look=b0203a-d98a1f-lora-jaal-close/);
  expect(settings.look.colour).toBe("#00695c");
  await publish({ LOOK_COLOUR: "#b0203a", LOOK_PATTERN: "jaal" });
  await expect.poll(() => settings.look).toMatchObject({ colour: "#b0203a", face: "lora", pattern: "jaal" });
});

test("publishing is undone from its entry", async () => {
  const before = { ...settings.look };
  await publish({ LOOK_ACCENT: "#2e7d32" });
  await expect.poll(() => settings.look.accent).toBe("#2e7d32");
  const entry = await newestEntry();
  expect((await owner.post(`/record/${entry}`, { intent: "record.undo", entry })).status).toBe(303);
  await expect.poll(() => settings.look).toEqual(before);
});

test("a colour that could not be read is accepted, and the page says what becomes of it", async () => {
  const page = await textOf(await owner.get("/look?LOOK_COLOUR=%23ffee00"));
  expect(page).toContain("Made darker, so that it can be read.");
  expect(await textOf(await owner.get("/look?LOOK_COLOUR=%234f46e5"))).not.toContain("so that it can be read.");
});

test("what is no look is said at its field, and nothing is kept", async () => {
  const before = { ...settings.look };
  const wrong = await publish({ LOOK_COLOUR: "red", LOOK_FACE: "comic" });
  expect(wrong.status).toBe(422);
  const page = await textOf(wrong);
  expect(page).toContain("Write a colour such as #4f46e5.");
  expect(page).toContain("Write one of fraunces, literata");
  expect(settings.look).toEqual(before);
});

test("what the environment sets is locked", async () => {
  expect(await textOf(await owner.get("/look"))).toContain(
    "Set by the environment variable LOOK_DENSITY on the server",
  );
  await publish({ LOOK_DENSITY: "airy" });
  expect(settings.look.density).toBe("close");
});

test("before the opening, the preview also has the page that readers see until then", async () => {
  settings.opening = { ...settings.opening, state: "not-open" };
  const page = await (await owner.get("/look?page=opening")).text();
  settings.opening = { ...settings.opening, state: "open" };
  expect(page).toMatch(/<iframe[^>]*title="Before opening in this look"[^>]*&amp;soon"/);
});

test("an e-mail has the colours and the typeface of the look that is shown", async () => {
  const letter = await owner.get("/look/email?look=b0203a-2e7d32-playfair-jaal-airy");
  expect(letter.headers.get("content-security-policy")).toContain("frame-ancestors 'self'");
  const html = await letter.text();
  expect(html).toContain("#b0203a");
  expect(html).not.toContain("#4f46e5");
  expect(html).toContain("font-family:'Playfair Display',Georgia");
  expect(await (await owner.get("/look/email?look=4f46e5-d98a1f-fraunces-jaal-airy")).text()).toContain("#4f46e5");
});

test("a logo is shown first, then published and removed again", async () => {
  const shown = await send("look.show", { LOOK_LOGO: [svg, "image/svg+xml"] });
  const to = shown.headers.get("location")!;
  expect(to).toMatch(/^\/look\?.*LOOK_LOGO=[0-9a-f]{16}-640x160\.svg/);
  expect(settings.look.logo).toBeNull();
  expect(await (await owner.get(to)).text()).toMatch(/<iframe[^>]*&amp;logo=[0-9a-f]{16}-640x160\.svg/);
  expect((await send("settings.save", { LOOK_LOGO: [svg, "image/svg+xml"] })).status).toBe(303);
  await expect.poll(() => settings.look.logo).toMatch(/-640x160\.svg$/);
  const own = await (await owner.get("/look")).text();
  expect(own).toMatch(/<link rel="icon" href="\/logos\/[0-9a-f]{16}-640x160\.svg"/);
  expect(own).not.toContain("Before opening");
  expect(own).toMatch(/<header[^]*<img src="\/logos\/[0-9a-f]{16}-640x160\.svg"/);
  await publish({ LOOK_LOGO: "" });
  await expect.poll(() => settings.look.logo).toBeNull();
});

test("a file that cannot be a logo is refused at its field, and what was chosen besides is not lost", async () => {
  const script = svg.replace("<path", "<script>alert(1)</script><path");
  for (const [bytes, type, words] of [
    [script, "image/svg+xml", "This SVG contains a script."],
    ["hello", "image/png", "This is no SVG, PNG, JPEG or WebP file."],
    [Buffer.alloc(2.2 * 1024 * 1024), "image/png", "The file is larger than 2 MB."],
    [svg.replace("<path", `<path id="${"a".repeat(300_000)}"/><path`), "image/svg+xml", "larger than 300 kB"],
    [Buffer.from("89504e470d0a1a0a00", "hex"), "image/png", "The picture cannot be read"],
  ] as const) {
    const refused = await send("settings.save", { LOOK_LOGO: [bytes, type] });
    expect(refused.status, words).toBe(422);
    const page = await refused.text();
    expect(faultsIn(page)["LOOK_LOGO.file"]).toContain(words);
    expect(page).toContain(`value="${settings.look.colour}"`);
  }
  expect(settings.look.logo).toBeNull();
});
