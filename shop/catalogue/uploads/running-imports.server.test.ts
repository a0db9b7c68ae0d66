import { expect, test } from "vitest";

import { oneRow } from "#db/one-row.ts";
import { sql } from "#db/sql.ts";
import { withImportLock } from "#shop/catalogue/records/import-lock.server.ts";
import { addStaff } from "#tests/support/desk/desk.ts";
import { openTestServices } from "#tests/support/shop/test-services.ts";
import { addJob } from "./import-job.server.ts";
import { findImport } from "./running-imports.server.ts";

const testServices = await openTestServices();
const { db, services } = testServices;

async function addImport(fileName: string): Promise<number> {
  const { rows } = await db.execute<{ id: number }>(sql`
    insert into imports (kind, file_name, content_sha256, options, state, started_at)
    values ('catalogue', ${fileName}, ${"0".repeat(64)}, '{}', 'running', ${services.now()}) returning id::int as id`);
  return oneRow(rows).id;
}

const isRunning = async (id: number) => (await findImport(db, id))?.isRunning;

test("of interrupted imports only the newest may be running, and none while an import is undone", async () => {
  const [older, newer] = [await addImport("older.csv"), await addImport("newer.csv")];
  expect([await isRunning(older), await isRunning(newer)]).toEqual([false, false]);
  const staffId = await addStaff(testServices, "owner", "Asha");
  await withImportLock(db, async () => {
    expect([await isRunning(older), await isRunning(newer)]).toEqual([false, true]);
    const undo = { id: "u".repeat(22), kind: "undo", fileName: "newer.csv", bytes: 0, state: "running" } as const;
    await addJob(db, { ...undo, importId: newer }, { staffId, at: services.now() });
    expect(await isRunning(newer)).toBe(false);
    // The process of that undo ended long ago.
    await db.execute(sql`update import_work set seen_at = now() - interval '1 hour'`);
    expect(await isRunning(newer)).toBe(true);
  });
});
