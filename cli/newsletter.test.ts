import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { sql } from "#db/sql.ts";
import { afterAll, expect, test } from "vitest";

import { sendDueLetters } from "#shop/office/letters/send-letters.server.ts";
import { newsletterToken } from "#shop/people/correspondence/letter-links.server.ts";
import {
  askForNewsletter,
  confirmNewsletter,
  unsubscribeFromNewsletter,
} from "#shop/people/correspondence/newsletter.server.ts";
import { openTestServices, settingsOf } from "#tests/support/shop/test-services.ts";
import { runCommand } from "./run-command.ts";

const testServices = await openTestServices();
const { services, db } = testServices;
const folder = await mkdtemp(join(tmpdir(), "endpaper-issue-"));
afterAll(() => rm(folder, { recursive: true }));
const file = join(folder, "rains.md");
const tokenOf = (name: string) => newsletterToken(services.linkKey, `${name}@example.com`);

/** What the command line says; its complaint when it does not do it. */
async function send(...args: string[]): Promise<string> {
  const { out, error } = await runCommand(["newsletter", "send", ...args], settingsOf(testServices));
  return error || out;
}

async function subscribe(name: string) {
  await askForNewsletter(services, `${name}@example.com`);
  await confirmNewsletter(services, tokenOf(name));
}

/** Who got an issue, each as often as they did. */
async function gotIt(subject: string) {
  await sendDueLetters(services);
  return testServices.mailbox
    .letters()
    .filter((letter) => letter.subject === subject)
    .map(({ to }) => to.replace("@example.com", ""));
}

test("an issue is tried at the shop's own address, then goes once to each who said yes and has not left", async () => {
  await writeFile(file, "# Books for the rains\n\nIt pours.\n\n[The list](/reading-lists/summer)\n");
  for (const name of ["asha", "meera", "leaving"]) await subscribe(name);
  await askForNewsletter(services, "unsure@example.com");

  expect(await send(join(folder, "none.md"))).toContain("cannot be read");
  expect(await send(file, "--everyone")).toContain("Read it first");
  expect(await send(file)).toContain("--everyone (3 subscribers)");
  await writeFile(file, "\uFEFF# Books for the rains\r\n\r\nIt pours.\r\n\r\n[The list](/reading-lists/summer)");
  expect(await send(file)).toContain("went to");
  expect(await gotIt("Books for the rains")).toHaveLength(1);

  expect(await send(file, "--everyone")).toContain("goes to 3 subscribers now");
  await unsubscribeFromNewsletter(db, tokenOf("leaving"));
  expect((await gotIt("Books for the rains")).slice(1).sort()).toEqual(["asha", "meera"]);
  await subscribe("late");
  expect(await send(file, "--everyone")).toContain("goes to 1 subscriber now");
  expect((await gotIt("Books for the rains")).slice(1).sort()).toEqual(["asha", "late", "meera"]);

  const letter = testServices.mailbox
    .letters()
    .find(({ to, subject }) => to === "asha@example.com" && subject.startsWith("Books"))!;
  const header = (wanted: string) => letter.headers.find(({ name }) => name.toLowerCase() === wanted)?.value;
  expect(header("list-unsubscribe")).toBe(`<${services.settings.publicUrl}/newsletter/leave/${tokenOf("asha")}>`);
  expect(header("list-unsubscribe-post")).toBe("List-Unsubscribe=One-Click");
  expect(letter.text).toContain("/reading-lists/summer");

  await writeFile(file, "# Books for the rains\n\nIt pours more.\n");
  expect(await send(file, "--everyone")).toContain("Read it first");
  await writeFile(file, "Books\n");
  expect(await send(file)).toContain("The first line is the subject");
});

test("who gets the newsletter is listed, each with the link by which they leave, which works", async () => {
  await db.execute(sql`delete from newsletter_readers`);
  const list = async (...more: string[]) => {
    const { exitCode, out } = await runCommand(["newsletter", "list", ...more], settingsOf(testServices));
    expect(exitCode).toBe(0);
    return out;
  };
  expect(await list()).toBe("Nobody yet.");
  for (const name of ["asha", "meera"]) await subscribe(name);
  await askForNewsletter(services, "unsure@example.com");
  await db.execute(sql`update newsletter_readers set confirmed_at = '2026-11-21T20:00:00Z'`);
  await db.execute(sql`update newsletter_readers set confirmed_at = null where email like 'unsure%'`);
  const out = await list();
  expect(out).toMatch(/^asha@example\.com +22 Nov 2026 /m);
  expect(out).toContain(tokenOf("meera"));
  expect(out).not.toContain("unsure");
  const subscribers = JSON.parse(await list("--json")) as { email: string; unsubscribeUrl: string }[];
  expect(subscribers.map(({ email }) => email)).toEqual(["asha@example.com", "meera@example.com"]);
  await unsubscribeFromNewsletter(db, subscribers[0]!.unsubscribeUrl.split("/").at(-1)!);
  expect(await list()).not.toContain("asha");
});
