import { randomUUID } from "node:crypto";

import { expect, test } from "vitest";

import { deskActions } from "#desk/actions.server.ts";
import { sql } from "#db/sql.ts";
import { addPasskeyRow, addStaff, addStaffSession, openDeskBrowser, openTestDesk } from "#tests/support/desk.ts";
import { actionLines, pathOf } from "#tests/support/desk-authority/every-action.ts";
import { textOf } from "#tests/support/desk-form.ts";
import { setStock } from "#tests/support/sale.ts";

const desk = await openTestDesk();
await setStock(desk.db, "godan", 200);

/** What tells whether something was done: lines of the record and letters. */
async function countEffects() {
  const { rows } = await desk.db.execute<{ lines: number; letters: number }>(sql`
    select (select count(*)::int from desk_record) as lines, (select count(*)::int from outbox) as letters`);
  return rows[0]!;
}

test.each(deskActions.map(({ action, path }) => ({ name: action.name, path })))("$name", async ({ name, path }) => {
  const owner = await addStaff(desk, "owner");
  await addPasskeyRow(desk, owner);
  const browser = openDeskBrowser(desk, await addStaffSession(desk, owner));
  const target = await addStaff(desk, "packer");
  const given = await actionLines[name]!.form(target, desk);
  const form: Record<string, string> = { intent: name, once: randomUUID(), ...given };
  const send = async () => {
    const answer = await browser.post(pathOf(path, form), form);
    const cookies = answer.headers.getSetCookie();
    return [answer.status, answer.headers.get("location"), cookies, answer.status === 200 && (await textOf(answer))];
  };
  const before = await countEffects();
  const first = await send();
  const after = await countEffects();
  const second = await send();
  const then = await countEffects();
  console.log(name, after.lines-before.lines, after.letters-before.letters, first[0], second[0], JSON.stringify(first) === JSON.stringify(second), then.lines-after.lines, then.letters - after.letters, decodeURIComponent(String(first[2])).slice(0,100));
});
