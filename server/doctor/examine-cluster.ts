import pg from "pg";

import { applicationName } from "#db/embedded.ts";
import type { Config } from "#server/config/config.ts";
import { postPurge, type CdnAddress } from "#server/cdn/cdn-purge.ts";
import { messageOf } from "#shop/kernel/text/message-of.ts";
import { oneRow } from "#db/one-row.ts";
import { broken, look, well, type Finding } from "#shop/office/back-office/finding.ts";

const answerWithinMs = 5_000;
/** The lag that `deploy/haproxy.cfg` allows a replica. */
const maxBehindBytes = 16e6;

/**
 * Checks the pooler, the read replica and the CDN of a shop with several processes. Skips each of these that is not
 * configured.
 */
export async function examineCluster(
  config: Pick<Config, "databaseUrl" | "databaseDirectUrl" | "databaseReadUrl" | "cdnPurgeUrl" | "cdnPurgeSecret">,
): Promise<Finding[]> {
  const { databaseUrl, databaseDirectUrl, databaseReadUrl, cdnPurgeUrl, cdnPurgeSecret } = config;
  const ownUrl = databaseDirectUrl ?? databaseUrl;
  return Promise.all([
    ...(databaseDirectUrl && databaseUrl ? [examinePooler(databaseUrl)] : []),
    ...(databaseReadUrl && ownUrl ? [examineReplica(databaseReadUrl, ownUrl)] : []),
    ...(cdnPurgeUrl ? [examineCdn({ url: cdnPurgeUrl, secret: cdnPurgeSecret })] : []),
  ]);
}

/** Pages and orders reach the database only through the pooler; the connection of DATABASE_DIRECT_URL bypasses it. */
async function examinePooler(url: string): Promise<Finding> {
  const about = "Pooler";
  try {
    await askRow(url, "select 1");
    return well(about, `${new URL(url).host} answers.`);
  } catch (error) {
    const words = `${new URL(url).host} does not answer: ${messageOf(error)}`;
    const advice =
      "Pages and checkouts reach the database only through it. Check whether PgBouncer runs, and read its log.";
    return broken(about, words, advice);
  }
}

async function examineReplica(url: string, ownUrl: string): Promise<Finding> {
  const about = "Replica";
  const { host } = new URL(url);
  try {
    const here = await askRow<{ at: string }>(ownUrl, "select pg_current_wal_lsn()::text as at");
    const { is_replica: isReplica, behind } = await askRow<{ is_replica: boolean; behind: number }>(
      url,
      `select pg_is_in_recovery() as is_replica,
        greatest(0, case when pg_is_in_recovery() then $1::pg_lsn - pg_last_wal_replay_lsn() end)::float8 as behind`,
      [here.at],
    );
    if (!isReplica)
      return look(
        about,
        `${host} is no replica, so nothing is read from it.`,
        "Check the address in DATABASE_READ_URL.",
      );
    const words = `${host} is ${(behind / 1e6).toFixed(1)} MB behind.`;
    return behind <= maxBehindBytes
      ? well(about, words)
      : look(
          about,
          words,
          "Until it catches up, public pages are read from the primary. Check what keeps the replica busy.",
        );
  } catch (error) {
    const words = `The lag of ${host} is unknown: ${messageOf(error)}`;
    return look(about, words, "Until then, public pages are read from the primary. Check whether the replica runs.");
  }
}

async function examineCdn(cdn: CdnAddress): Promise<Finding> {
  const about = "CDN";
  // No page has the surrogate key `doctor`.
  const trouble = await postPurge(cdn, "doctor");
  if (trouble === null) return well(about, "It accepts purge requests.");
  const advice =
    "Until it succeeds, readers may see pages from before a change. Compare CDN_PURGE_URL and CDN_PURGE_SECRET with the purge address and the secret in the settings of the CDN.";
  return look(about, `Purging failed: ${trouble}.`, advice);
}

async function askRow<Row extends pg.QueryResultRow>(url: string, text: string, values: string[] = []): Promise<Row> {
  const client = new pg.Client({
    connectionString: url,
    application_name: applicationName,
    connectionTimeoutMillis: answerWithinMs,
    query_timeout: answerWithinMs,
  });
  client.on("error", () => {});
  try {
    await client.connect();
    return oneRow((await client.query<Row>(text, values)).rows);
  } finally {
    await client.end().catch(() => {});
  }
}
