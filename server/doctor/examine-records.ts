/** The self-checks of the records: database, catalogue, jobs, letters, money, webhooks and the desk. */
import { sql } from "#db/sql.ts";

import type { Database } from "#db/connect.ts";
import { needsMigration } from "#db/migrate.ts";
import type { Config } from "#server/config/config.ts";
import { listJobs } from "#server/jobs/job-runs.ts";
import { jobs } from "#server/jobs/jobs.ts";
import { purgeJob } from "#server/cdn/cdn-purge.ts";
import { listMoneyConcerns } from "#shop/office/back-office/money-concerns.server.ts";
import { readLetterState, readWebhookStates } from "#shop/office/back-office/shop-state.server.ts";
import { providerOf } from "#shop/sales/payments/payment-provider.ts";
import { href } from "#routing/href.ts";
import type { DbAndClock, Services } from "#shop/services.ts";
import { formatCount } from "#shop/kernel/text/format-count.ts";
import { oneRow } from "#db/one-row.ts";
import { broken, look, well, type Finding } from "#shop/office/back-office/finding.ts";

/** The database's version, and whether its schema is of this version of the shop. */
export async function examineDatabase(database: Database): Promise<Finding[]> {
  const about = "Database";
  const { rows } = await database.db.execute<{ version: string; bytes: string }>(
    sql`select current_setting('server_version') as version, pg_database_size(current_database())::text as bytes`,
  );
  const { version, bytes } = oneRow(rows);
  const where = database.isEmbedded ? "the shop's own" : "a server of your own";
  const words = `PostgreSQL ${version}, ${where}, ${(Number(bytes) / 1e6).toFixed(0)} MB.`;
  return [
    (await needsMigration(database))
      ? look(
          about,
          `${words} Its tables are of an older version of the shop.`,
          "The next start migrates them: npm start",
        )
      : well(about, words),
  ];
}

/** Whether a shop with real payments still lists books of the demonstration. */
export async function examineCatalogue({ db, settings }: Services): Promise<Finding> {
  const about = "Catalogue";
  if (settings.isTestPayments) return well(about, "While nobody pays real money, demonstration books do no harm.");
  const { rowCount } = await db.execute(sql`select from books where source = 'demo' and is_listed`);
  if (rowCount === 0) return well(about, "It has no demonstration books.");
  return {
    ...broken(
      about,
      `Readers pay real money, and can buy ${formatCount(rowCount, "demonstration book")} that you do not have.`,
      "Choose them on the page Books of the desk, and take them out of the shop.",
    ),
    command: "Remove all of the demonstration: npm run shop -- demo remove",
  };
}

/** Background jobs that fail or are late. */
export async function examineJobs({ db }: DbAndClock): Promise<Finding> {
  const about = "Background jobs";
  const ran = await listJobs(db, Object.keys(jobs));
  const optional = await listJobs(db, ["backup", purgeJob]);
  // Most jobs retry within seconds, so a single failure is ignored. The backup retries only after hours.
  const failing = [...ran, ...optional].filter(
    ({ name, failuresInARow }) => failuresInARow > (name === "backup" ? 0 : 1),
  );
  const late = ran.filter(({ isLate }) => isLate);
  const more = "The page Today of the desk lists what fails, and tries it again.";
  const command = "See them all: npm run shop -- jobs";
  const [first] = failing;
  if (first) {
    const { name, lastError } = first;
    const words = `${formatCount(failing.length, "job fails", "jobs fail")}; ${name}: ${lastError.split("\n")[0]}`;
    return { ...look(about, words, more), command };
  }
  if (ran.length > 0 && late.length === ran.length)
    return look(about, "None has run for five minutes.", "The shop has to run for them.", "Start it: npm start");
  if (late.length > 0)
    return { ...look(about, `Late by five minutes: ${late.map(({ name }) => name).join(", ")}.`, more), command };
  return well(about, ran.length === 0 ? "None has run yet: they begin when the shop opens." : "All of them succeed.");
}

/** Letters that failed or are delayed. */
export async function examineLetters(services: Pick<Services, "db" | "now" | "settings">): Promise<Finding> {
  const { givenUp, dueForLong } = await readLetterState(services);
  const about = "Letters";
  const advice = "Try the mail server on the page Go live of the desk. Today lists the letters that failed.";
  const command = "See why: npm run shop -- outbox";
  if (givenUp > 0)
    return {
      ...look(about, `${formatCount(givenUp, "letter")} could not be sent and will not be tried again.`, advice),
      command,
    };
  if (dueForLong > 0 && !services.settings.missingServices.includes("mail"))
    return {
      ...look(about, `${formatCount(dueForLong, "letter has", "letters have")} waited for half an hour.`, advice),
      command,
    };
  return well(about, "No letter has waited for long.");
}

/** Payments and refunds that need a person. */
export async function examineMoney(services: DbAndClock): Promise<Finding> {
  const about = "Payments and refunds";
  const concerns = await listMoneyConcerns(services);
  return concerns.length === 0
    ? well(about, "Nothing needs a person.")
    : look(
        about,
        `${formatCount(concerns.length, "payment or refund needs", "payments or refunds need")} a person.`,
        "See them on the page Today of the desk.",
      );
}

/**
 * Whether webhooks of each payment provider arrive. Without them the shop learns of payments only from readers'
 * browsers.
 */
export async function examineWebhooks(
  services: Services,
  { publicUrl }: Pick<Config, "publicUrl">,
): Promise<Finding[]> {
  const { paymentProviders } = services;
  const states = await readWebhookStates(services, paymentProviders);
  return states.map(({ provider: id, paidWithout }) => {
    const provider = providerOf(paymentProviders, id);
    const about = `Webhooks of ${provider.name}`;
    if (paidWithout === 0) return well(about, "Every order paid in the last week had one.");
    return broken(
      about,
      `${formatCount(paidWithout, "order was", "orders were")} paid in the last week without a webhook: if a reader closes the window while paying, the shop learns of the payment only later.`,
      provider.adviseOnWebhooks(publicUrl + href("/webhooks/:provider", { provider: id })),
    );
  });
}

/** Whether the desk is open, and whether owners have passkeys. */
export async function examineDesk({ db }: DbAndClock, { desk }: Pick<Config, "desk">): Promise<Finding> {
  const about = "Desk";
  if (desk.isDisabled)
    return look(
      about,
      desk.why.replace(/^The desk is disabled: /, "It is disabled: "),
      "docs/running.md explains how to enable it, under The desk.",
    );
  const { rows } = await db.execute<{ owners: number; guarded: number }>(sql`
    select count(*)::int as owners,
      count(*) filter (where exists (select from staff_passkeys k where k.staff_id = s.id))::int as guarded
    from staff s where s.role = 'owner' and s.removed_at is null`);
  const { owners, guarded } = oneRow(rows);
  if (owners === 0)
    return look(about, "It has no owner yet.", "Make a link for the first: npm run shop -- staff invite --owner");
  if (guarded === 0)
    return look(about, "No owner has a passkey.", "Add one at the desk: press your name, then “Add a passkey”.");
  return well(about, `It is open at ${desk.url} and has ${formatCount(owners, "owner")}.`);
}
