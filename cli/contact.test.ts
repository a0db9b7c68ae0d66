import { sql } from "#db/sql.ts";
import { beforeEach, expect, test } from "vitest";

import { sendMessage } from "#shop/people/correspondence/contact.server.ts";
import { openTestServices, settingsOf } from "#tests/support/shop/test-services.ts";
import { runCommand } from "./run-command.ts";

const testServices = await openTestServices();
const { db, services } = testServices;
const run = (line: string) => runCommand(["contact", ...line.split(" ")], settingsOf(testServices));

beforeEach(() => db.execute(sql`delete from contact_messages`));

/** A message written at half past one in the night in India; its ticket. */
async function write(name: string, subject: string): Promise<string> {
  const message = { name, email: `${name}@example.com`, subject, message: "First line.\nSecond line." };
  const sent = await sendMessage(services, message);
  await db.execute(sql`update contact_messages set created_at = '2026-11-21T20:00:00Z' where ticket = ${sent.ticket}`);
  return sent.ticket;
}

test("messages that wait are listed, with India's time; one can be read whole", async () => {
  expect(await run("list")).toEqual({ exitCode: 0, out: "No messages wait.", error: "" });
  const ticket = await write("asha", "A torn page");
  const { exitCode, out } = await run("list");
  expect(exitCode).toBe(0);
  expect(out.split("\n")[1]).toMatch(
    new RegExp(`^${ticket} +22 Nov 2026, 1:30 am +asha +asha@example\\.com +A torn page$`),
  );
  expect(JSON.parse((await run("list --json")).out)).toMatchObject([{ ticket, subject: "A torn page" }]);

  const shown = await run(`show ${ticket.toLowerCase()}`);
  expect(shown.exitCode).toBe(0);
  expect(shown.out.split("\n")).toEqual([
    `${ticket}  open`,
    "From:    asha <asha@example.com>",
    "Written: 22 Nov 2026, 1:30 am",
    "Subject: A torn page",
    "",
    "First line.",
    "Second line.",
  ]);
});

test("a message that is closed waits no more, is listed among the closed, and is closed once", async () => {
  const [first, second] = [await write("asha", "A torn page"), await write("meera", "Thanks")];
  expect(await run(`close ${first.toLowerCase()}`)).toEqual({ exitCode: 0, out: `${first} is closed.`, error: "" });
  const open = (await run("list")).out;
  expect([open.includes(first), open.includes(second)]).toEqual([false, true]);
  const closed = (await run("list --closed")).out;
  expect([closed.includes(first), closed.includes(second)]).toEqual([true, false]);
  await db.execute(sql`update contact_messages set closed_at = '2026-11-22T20:00:00Z' where ticket = ${first}`);
  expect((await run(`show ${first}`)).out).toContain(`${first}  closed 23 Nov 2026, 1:30 am`);
  expect(await run(`close ${first}`)).toEqual({ exitCode: 2, out: "", error: `There is no open ticket ${first}.` });
});

test("a ticket that nobody has is told in one sentence", async () => {
  expect(await run("show EPT-00000000")).toEqual({ exitCode: 2, out: "", error: "There is no ticket EPT-00000000." });
  expect(await run("close EPT-00000000")).toMatchObject({ exitCode: 2 });
  expect((await run("show")).error).toContain('"contact show" needs TICKET');
});
