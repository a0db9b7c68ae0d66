/** Tests of newsletter subscriptions: double opt-in, repeated requests, unsubscribing and retention. */
import { sql } from "#db/sql.ts";
import { beforeEach, expect, test } from "vitest";

import { inTransaction } from "#db/transaction.ts";
import { warm } from "#tests/support/database/test-database.ts";
import { openTestServices } from "#tests/support/shop/test-services.ts";
import { deleteOldCorrespondence } from "./delete-old.server.ts";
import { newsletterToken } from "./letter-links.server.ts";
import {
  requestSubscription,
  confirmNewsletter,
  findNewsletterState,
  unsubscribeFromNewsletter,
  listSubscribers,
} from "./newsletter.server.ts";
import { startIssue, sendTestIssue, writeStartedIssues } from "./send-issue.server.ts";

const { db, pool, services } = await openTestServices();
const asha = "asha@example.com";
const tokenOf = (email: string) => newsletterToken(services.linkKey, email);

beforeEach(async () => {
  await db.execute(sql`truncate newsletter_readers, outbox cascade`);
});

async function lettersTo(email: string): Promise<string[]> {
  const { rows } = await db.execute<{ kind: string }>(
    sql`select kind from outbox where lower(to_address) = ${email} order by id`,
  );
  return rows.map(({ kind }) => kind);
}

const passDays = (days: number) =>
  db.execute(sql`update newsletter_readers set asked_at = asked_at - make_interval(days => ${days})`);

test("addresses are subscribed only after confirmation", async () => {
  expect(await requestSubscription(services, asha)).toEqual({ ok: true });
  expect(await findNewsletterState(db, tokenOf(asha))).toBe("asked");
  expect(await listSubscribers(db)).toEqual([]);
  expect(await confirmNewsletter(services, tokenOf(asha))).toBe(true);
  expect(await listSubscribers(db)).toMatchObject([{ email: asha, token: tokenOf(asha) }]);
  expect(await lettersTo(asha)).toEqual(["newsletter-confirm", "newsletter-welcome"]);
});

test("asking again brings no second letter within a day, however the address is written and however often at once", async () => {
  const asked = ["Asha@Example.com", asha, ` ${asha} `, asha.toUpperCase()];
  await warm(pool, 4);
  await Promise.all(asked.map((email) => requestSubscription(services, email)));
  expect(await lettersTo(asha)).toEqual(["newsletter-confirm"]);
  await passDays(1);
  await requestSubscription(services, asha);
  expect(await lettersTo(asha)).toHaveLength(2);
});

test("who is on the list gets no letter for asking, with the same answer", async () => {
  await requestSubscription(services, asha);
  await confirmNewsletter(services, tokenOf(asha));
  await passDays(9);
  expect(await requestSubscription(services, asha)).toEqual({ ok: true });
  expect(await confirmNewsletter(services, tokenOf(asha))).toBe(true);
  expect(await lettersTo(asha)).toEqual(["newsletter-confirm", "newsletter-welcome"]);
});

test("unsubscribing deletes the address, is idempotent, and allows subscribing again", async () => {
  await requestSubscription(services, asha);
  await confirmNewsletter(services, tokenOf(asha));
  await requestSubscription(services, "meera@example.com");
  await unsubscribeFromNewsletter(db, tokenOf(asha));
  await unsubscribeFromNewsletter(db, tokenOf(asha));
  expect([await lettersTo(asha), await lettersTo("meera@example.com")]).toEqual([[], ["newsletter-confirm"]]);
  expect(await findNewsletterState(db, tokenOf(asha))).toBe("unknown");
  expect(await confirmNewsletter(services, tokenOf(asha))).toBe(false);
  await requestSubscription(services, asha);
  expect(await confirmNewsletter(services, tokenOf(asha))).toBe(true);
});

test("an issue that is sent while a reader leaves does not go to them", async () => {
  const issue = "# Books for the rains\n\nIt pours.";
  await requestSubscription(services, asha);
  await confirmNewsletter(services, tokenOf(asha));
  await sendTestIssue(services, issue, "books@example.com");
  await startIssue(services, 1);
  let sending: Promise<unknown> | undefined;
  await inTransaction(db, async (tx) => {
    await unsubscribeFromNewsletter(tx, tokenOf(asha));
    sending = writeStartedIssues(services);
    const waits = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    await expect.poll(async () => (await db.execute(waits)).rowCount).toBe(1);
  });
  expect(await sending).toBe(0);
  expect(await lettersTo(asha)).toEqual([]);
});

test.each(["", "asha", "a@b", "asha@example.com\r\nBcc: x@example.com", `${"a".repeat(250)}@example.com`])(
  "%j is not written to",
  async (email) => {
    expect(await requestSubscription(services, email)).toEqual({ ok: false, reason: "bad-address" });
    expect(await lettersTo(email)).toEqual([]);
  },
);

test("a link opens for its own reader alone", () => {
  expect(tokenOf(asha)).toBe(tokenOf("ASHA@example.com"));
  expect(tokenOf(asha)).not.toBe(tokenOf("meera@example.com"));
  expect(newsletterToken("another key", asha)).not.toBe(tokenOf(asha));
});

test("what the privacy policy says is forgotten is forgotten, and nothing sooner", async () => {
  await requestSubscription(services, asha);
  await requestSubscription(services, "meera@example.com");
  await confirmNewsletter(services, tokenOf("meera@example.com"));
  await db.execute(sql`insert into stock_requests (book_id, email, told_at) values
    ('godan', 'old@example.com', now() - interval '31 days'), ('godan', 'new@example.com', now() - interval '29 days'),
    ('godan', 'waiting@example.com', null)`);
  const ticket = (number: string, age: string, closed: string | null) => sql`
    insert into contact_messages (ticket, name, email, subject, message, fingerprint, created_at, closed_at) values
    (${number}, 'Asha', ${asha}, 'S', 'M', sha256(${number}::bytea), now() - ${age}::interval, now() - ${closed}::interval)`;
  await db.execute(ticket("EPT-00000001", "400 days", "366 days"));
  await db.execute(ticket("EPT-00000002", "400 days", "364 days"));
  await db.execute(ticket("EPT-00000003", "400 days", null));
  await db.execute(sql`
    insert into book_requests (ticket, title, author, email, fingerprint, created_at, closed_at)
    select ticket, subject, '', email, fingerprint, created_at, closed_at from contact_messages`);
  await db.execute(sql`
    insert into outbox (kind, to_address, subject_key, state, created_at)
    select kind, address, key, state, now() - age::interval
    from (values ('wish-back', 'a@example.com', 'dead', 'dead', '61 days'),
      ('wish-back', 'a@example.com', 'sent', 'sent', '61 days'), ('wish-back', 'a@example.com', 'due', 'due', '61 days'),
      ('wish-back', 'a@example.com', 'new', 'sent', '59 days'),
      ('newsletter-issue', 'Meera@example.com', 'reader', 'sent', '400 days'),
      ('newsletter-issue', 'left@example.com', 'left', 'sent', '61 days')) as l (kind, address, key, state, age)`);
  await passDays(29);
  await deleteOldCorrespondence(services);
  const { rows: letters } = await db.execute(
    sql`select subject_key as key from outbox where kind in ('wish-back', 'newsletter-issue') order by id`,
  );
  expect(letters).toEqual([{ key: "due" }, { key: "new" }, { key: "reader" }]);
  expect(await findNewsletterState(db, tokenOf(asha))).toBe("asked");
  await passDays(2);
  await deleteOldCorrespondence(services);
  expect(await findNewsletterState(db, tokenOf(asha))).toBe("unknown");
  expect(await findNewsletterState(db, tokenOf("meera@example.com"))).toBe("confirmed");
  const { rows: requests } = await db.execute(sql`select email from stock_requests order by id`);
  expect(requests).toEqual([{ email: "new@example.com" }, { email: "waiting@example.com" }]);
  const { rows: tickets } = await db.execute(sql`select ticket from contact_messages order by ticket`);
  expect(tickets).toEqual([{ ticket: "EPT-00000002" }, { ticket: "EPT-00000003" }]);
  const { rows: askedFor } = await db.execute(sql`select ticket from book_requests order by ticket`);
  expect(askedFor).toEqual(tickets);
});
