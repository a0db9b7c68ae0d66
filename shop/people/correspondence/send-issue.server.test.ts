import { expect, test } from "vitest";

import { sql } from "#db/sql.ts";
import { count } from "#tests/support/sales/sale.ts";
import { openTestServices } from "#tests/support/shop/test-services.ts";
import { findIssueProgress, listIssues, startIssue, sendTestIssue, writeStartedIssues } from "./send-issue.server.ts";

const { services, db } = await openTestServices();
const letters = () =>
  count(db, sql`select count(*) from outbox where kind = 'newsletter-issue' and subject_key not like '% trial%'`);

test("an issue that was tried goes to all in batches, once to each, and says how far it has come", async () => {
  await db.execute(sql`
    insert into newsletter_readers (email, token, confirmed_at)
    select 'r' || n || '@example.com', lpad(n::text, 43, '-'), case when n > 2 then now() end from generate_series(1, 1202) n`);
  const tried = await sendTestIssue(services, "# Rains\n\nIt pours.", "meera@example.com");
  if (!tried.ok) throw new Error("not tried");
  const id = tried.issueId;
  expect(tried).toMatchObject({ letters: 1, subscribers: 1200 });
  expect(await sendTestIssue(services, "# Rains\n\nIt pours.", "meera@example.com")).toMatchObject({ letters: 0 });
  expect(await sendTestIssue(services, "# Rains\n\nIt pours.", "ravi@example.com")).toMatchObject({
    letters: 1,
    issueId: id,
  });
  // No letters are written before the issue is started.
  expect(await writeStartedIssues(services)).toBe(0);
  expect(await findIssueProgress(db, id)).toMatchObject({ sentAt: null, letters: 0, waiting: 1200 });
  expect([await startIssue(services, id), await startIssue(services, id), await startIssue(services, 999)]).toEqual([
    true,
    false,
    false,
  ]);
  expect(await writeStartedIssues(services)).toBe(500);
  expect(await findIssueProgress(db, id)).toMatchObject({ isWritten: false, letters: 500, waiting: 700 });
  // Two processes at the same time, then until the end.
  await Promise.all([writeStartedIssues(services), writeStartedIssues(services)]);
  for (let written = 1; written > 0;) written = await writeStartedIssues(services);
  expect(await letters()).toBe(1200);
  await db.execute(sql`
    update outbox set state = case when subject_key like '%9' then 'dead' else 'sent' end
    where kind = 'newsletter-issue' and subject_key not like '% trial%'`);
  expect(await findIssueProgress(db, id)).toMatchObject({
    isWritten: true,
    letters: 1200,
    sent: 1080,
    failed: 120,
    waiting: 0,
  });
  await db.execute(sql`update newsletter_readers set confirmed_at = now() where token = lpad('1', 43, '-')`);
  expect([await startIssue(services, id), await startIssue(services, id)]).toEqual([true, false]);
  expect(await writeStartedIssues(services)).toBe(1);
  expect((await listIssues(db))[0]).toEqual({ id, subject: "Rains", sentAt: expect.any(String) });
});
