import pg from "pg";
import { expect, test } from "vitest";

import { inTransaction } from "#db/transaction.ts";
import { findLastAuditLogEntry } from "#shop/kernel/audit-log/check-audit-log.server.ts";
import { writeAuditLog } from "#shop/kernel/audit-log/write-audit-log.server.ts";
import { openTestServices, settingsOf } from "#tests/support/shop/test-services.ts";
import { runCommand } from "./run-command.ts";

const testServices = await openTestServices();
const { db, url } = testServices;
const verify = (hash: string) => runCommand(["record", "verify", ...hash.split(" ")], settingsOf(testServices));

async function write(words: string) {
  await inTransaction(db, (tx) => writeAuditLog(tx, { actor: "shop" }, new Date(), { action: "desk.test", words }));
}

/** Tampers with the audit log, which only the owner of the database can do. */
async function spoil(statement: string) {
  const owner = new pg.Client({ connectionString: url });
  await owner.connect();
  await owner.query("set session_replication_role = replica");
  await owner.query(statement);
  await owner.end();
}

test("a hash from a letter is found while it is in the record; after lines were cut off or changed that is said", async () => {
  for (const words of ["first", "second", "third"]) await write(words);
  const { hash, number } = (await findLastAuditLogEntry(db))!;
  await write("fourth");
  const grouped = hash.toUpperCase().match(/.{8}/g)!.join(" ");
  for (const given of [hash, grouped])
    expect(await verify(given)).toMatchObject({
      exitCode: 0,
      out: expect.stringMatching(
        new RegExp(`^This is line ${number} of the audit log, .*\\. 1 line came after it\\.\\nEvery line`),
      ),
    });
  for (const wrong of [hash.slice(1), `${hash}0`, "g".repeat(64)])
    expect(await verify(wrong)).toMatchObject({ exitCode: 2, error: expect.stringContaining("64 digits") });

  await spoil("update desk_record set words = 'other' where number = 2");
  expect(await verify(hash)).toMatchObject({
    exitCode: 1,
    out: expect.stringMatching(/This is line 3[^]*one is missing before them: 2\./),
  });
  await spoil("update desk_record set words = 'second' where number = 2");
  expect(await verify(hash)).toMatchObject({ exitCode: 0 });

  // A log that was truncated and continued is consistent in itself: only the hash reveals it.
  await spoil("delete from desk_record where number >= 3");
  await write("third again");
  expect(await verify(hash)).toMatchObject({
    exitCode: 1,
    out: expect.stringMatching(/^No entry of the audit log has this hash[^]*Every line of the audit log matches/),
  });
});
