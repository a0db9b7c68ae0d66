import pg from "pg";

import { settingNames } from "#server/config/config.ts";
import { isOlder, type Version } from "./cluster-programs.ts";

/** First version of PgBouncer that supports named prepared statements. */
const namesFrom: Version = [1, 21, 0];

/** Why the shops connect to the primary without PgBouncer; null if they use it. */
export function findWhyNoPooler(version: Version): string | null {
  if (isOlder(version, namesFrom))
    return `this is PgBouncer ${version.join(".")}, and names of statements need ${namesFrom.join(".")} (Debian 13, or apt.postgresql.org)`;
  if (!settingNames.includes("DATABASE_DIRECT_URL"))
    return "this version of the shop has no setting DATABASE_DIRECT_URL";
  return null;
}

/** Runs one statement on a new connection. */
export async function ask(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 3_000 });
  client.on("error", () => {});
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/** Changes Patroni's configuration of the whole cluster, with the user and password of `patroni.env`. */
export async function tellPatroni(api: number, password: string, change: Record<string, unknown>): Promise<void> {
  const response = await fetch(`http://127.0.0.1:${api}/config`, {
    method: "PATCH",
    headers: { authorization: `Basic ${Buffer.from(`patroni:${password}`).toString("base64")}` },
    body: JSON.stringify(change),
  });
  if (!response.ok) throw new Error(`Patroni answered ${response.status} to ${JSON.stringify(change)}`);
}
