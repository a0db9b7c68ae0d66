import { mkdtemp, readFile, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { text } from "node:stream/consumers";

import { afterAll, expect, test } from "vitest";

import { sql } from "#db/sql.ts";
import { newsletterToken } from "#shop/people/correspondence/letter-links.server.ts";
import { requestSubscription, confirmNewsletter } from "#shop/people/correspondence/newsletter.server.ts";
import { openTestServices, settingsOf } from "#tests/support/shop/test-services.ts";
import { runCommand } from "./run-command.ts";

const testServices = await openTestServices();
const { services } = testServices;
const settings = settingsOf(testServices);
const folder = await mkdtemp(join(tmpdir(), "endpaper-export-"));
afterAll(() => rm(folder, { recursive: true, force: true }));

const run = (...args: string[]) => runCommand(args, settings);

test("a catalogue is written to a file, and importing it changes nothing", async () => {
  for (const format of ["csv", "onix"]) {
    const path = join(folder, `books.${format}`);
    const { exitCode, out } = await run("export", "catalogue", "--format", format, "--file", path);
    expect([exitCode, out]).toEqual([0, expect.stringMatching(/: \d+ books\.$/)]);
    const imported = await run("import", path);
    expect(imported.out).toMatch(/^new +0$/m);
    expect(imported.out).toMatch(/^changed +0$/m);
    expect(imported.exitCode).toBe(0);
  }
  expect((await readdir(folder)).toSorted()).toEqual(["books.csv", "books.onix"]);
});

test("without a file the records go to the standard output, and nothing else does", async () => {
  const path = join(folder, "stock.csv");
  await run("export", "stock", "--file", path);
  const output = new PassThrough();
  const written = text(output);
  const answer = await runCommand(["export", "stock"], settings, () => {}, output);
  output.end();
  expect(answer).toEqual({ exitCode: 0, out: "", error: "" });
  expect(Buffer.from(await written)).toEqual(Buffer.from((await readFile(path, "utf8")).replace(/^\uFEFF/, "")));
});

test("subscribers of the newsletter are written with the link by which they leave, and nobody who has not confirmed", async () => {
  for (const email of ["asha@example.com", "meera@example.com", "unsure@example.com"])
    await requestSubscription(services, email);
  const tokenOf = (email: string) => newsletterToken(services.linkKey, email);
  for (const email of ["asha@example.com", "meera@example.com"]) await confirmNewsletter(services, tokenOf(email));
  await services.db.execute(sql`
    update newsletter_readers set confirmed_at = '2026-11-21T20:00:00Z' where confirmed_at is not null`);
  const path = join(folder, "subscribers.csv");
  expect((await run("export", "subscribers", "--file", path)).out).toBe(`${path}: 2 subscribers.`);
  const leave = (email: string) => `http://localhost:3000/newsletter/leave/${tokenOf(email)}`;
  expect(await readFile(path, "utf8")).toBe(
    [
      "email,since,unsubscribe_link",
      `asha@example.com,2026-11-22,${leave("asha@example.com")}`,
      `meera@example.com,2026-11-22,${leave("meera@example.com")}`,
      "",
    ].join("\r\n"),
  );
});

test.each([
  ["a format that there is not", ["catalogue", "--format", "xls"], "--format must be csv or onix."],
  ["a folder that there is not", ["stock", "--file", "/no/such/folder/stock.csv"], "cannot be written"],
  ["JSON and records at once", ["stock", "--json"], "With --json, use --file FILE"],
])("%s is said in one sentence", async (_, args, sentence) => {
  const { exitCode, out, error } = await run("export", ...args);
  expect({ exitCode, out }).toEqual({ exitCode: 2, out: "" });
  expect(error).toContain(sentence);
  expect(error.split("\n")).toHaveLength(1);
});
