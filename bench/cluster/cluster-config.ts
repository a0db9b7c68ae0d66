import { readFile } from "node:fs/promises";
import { join } from "node:path";

import { settingNames } from "#server/config/config.ts";
import { createDatabaseStatements } from "#tests/support/database/create-database.ts";
import { readHaproxyFile } from "#tests/support/shop/haproxy-file.ts";
import { settingsIn } from "#tests/support/shop/settings-in.ts";
import type { ClusterConfig } from "#proving-ground/cluster/database-cluster.ts";
import { isOlder, type Version } from "#proving-ground/cluster/programs.ts";

const deploy = join(import.meta.dirname, "..", "..", "deploy");

/** First version of PgBouncer that supports named prepared statements. */
const namesFrom: Version = [1, 21, 0];

/** Returns why the shops connect to the primary without PgBouncer; null if they use PgBouncer. */
export function findWhyNoPooler(version: Version): string | null {
  if (isOlder(version, namesFrom))
    return `this is PgBouncer ${version.join(".")}, and names of statements need ${namesFrom.join(".")} (Debian 13, or apt.postgresql.org)`;
  if (!settingNames.includes("DATABASE_DIRECT_URL"))
    return "this version of the shop has no setting DATABASE_DIRECT_URL";
  return null;
}

interface ConfigOptions {
  /** The port of HAProxy for readers. */
  port: number;
  shopAddresses: readonly string[];
  database: { name: string; password: string };
  hasPooler: boolean;
}

/** Reads the files of `deploy/` that the cluster runs with. */
export async function readClusterConfig(options: ConfigOptions): Promise<ClusterConfig> {
  const { port, shopAddresses, database, hasPooler } = options;
  const read = (name: string) => readFile(join(deploy, name), "utf8");
  const ini = await read("pgbouncer.ini");
  return {
    etcd: settingsIn(await read("etcd.env")),
    // Archiving is replaced, because pgBackRest is not used here; tests/cluster/point-in-time.test.ts tests it.
    patroni: (await read("patroni.yml"))
      .replace(/pgbackrest .*archive-push.*/, "/bin/true")
      .replace(/pgbackrest .*archive-get.*/, "/bin/false"),
    haproxy: readHaproxyFile(),
    haproxySettings: ({ primary, replicas, nodes }) => ({
      SHOP_BIND: `127.0.0.1:${port},[::1]:${port}`,
      DESK_HOST: "desk.localhost",
      PRIMARY_BIND: primary,
      REPLICA_BIND: replicas,
      ...Object.fromEntries(shopAddresses.map((address, index) => [`SHOP_${index + 1}`, address])),
      ...Object.fromEntries(
        nodes.flatMap(({ address, patroniPort }, index) => [
          [`NODE_${index + 1}`, address],
          [`NODE_${index + 1}_PATRONI`, String(patroniPort)],
        ]),
      ),
    }),
    pgbouncer: hasPooler
      ? (folder, primaryPort, ownPort) => ({
          "pgbouncer.ini": ini.replaceAll("/etc/pgbouncer/", `${folder}/`).replace("port=5000", `port=${primaryPort}`),
          "place.ini": `listen_port = ${ownPort}\n`,
          "userlist.txt": `"endpaper" "${database.password}"\n`,
        })
      : null,
    createDatabase: createDatabaseStatements(database.name, database.password),
  };
}
