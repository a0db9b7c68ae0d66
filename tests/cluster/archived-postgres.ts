/** Runs a PostgreSQL whose archive goes to pgBackRest, for the tests of point-in-time recovery. */
import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { chown, mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";

import pg from "pg";

import { findFreePort } from "#db/free-port.ts";

const run = promisify(execFile);
const deploy = join(import.meta.dirname, "..", "..", "deploy");
const password = "archived-superuser";

/** A PostgreSQL with the settings of `deploy/patroni.yml`, and pgBackRest with those of `deploy/pgbackrest.conf`. */
export interface ArchivedPostgres {
  /** The shop's database, for the shop's role. */
  url: string;
  /** The shop's database, for the superuser. */
  ownerUrl: string;
  /** Runs pgBackRest with these arguments as the account `postgres` and returns its output. */
  pgBackRest: (...args: string[]) => Promise<string>;
  start: () => Promise<void>;
  stop: () => Promise<void>;
}

/** Makes and starts the server in a folder. Needs Debian's packages `postgresql` and `pgbackrest`. */
export async function makeArchivedPostgres(folder: string): Promise<ArchivedPostgres> {
  const port = await findFreePort();
  const account = findAccount();
  const versions = await readdir("/usr/lib/postgresql");
  const bin = join("/usr/lib/postgresql", versions.sort((one, other) => Number(other) - Number(one))[0]!, "bin");
  const at = (name: string) => join(folder, name);
  for (const name of ["data", "repository", "run", "log"]) {
    await mkdir(at(name), { mode: 0o700 });
    if (account) await chown(at(name), account.uid, account.gid);
  }
  const env = { PATH: process.env["PATH"], LANG: "C.UTF-8", PGBACKREST_CONFIG: at("pgbackrest.conf") };
  const asPostgres = async (program: string, ...args: string[]) =>
    (await run(program, args, { env, cwd: folder, ...account })).stdout;
  await writeFile(at("password"), password);
  await writeFile(at("pgbackrest.conf"), await pgBackRestSettings(at, port));
  const options = "-U postgres -A scram-sha-256 --encoding=UTF8 --locale=C.UTF-8 --data-checksums".split(" ");
  await asPostgres(join(bin, "initdb"), "-D", at("data"), "--pwfile", at("password"), ...options);
  const patroni = await readFile(join(deploy, "patroni.yml"), "utf8");
  const settings = [
    ...parametersIn(patroni),
    `port = ${port}`,
    "listen_addresses = '127.0.0.1'",
    `unix_socket_directories = '${at("run")}'`,
    `hba_file = '${at("pg_hba.conf")}'`,
  ];
  await writeFile(at("data/postgresql.conf"), settings.join("\n"));
  await writeFile(at("pg_hba.conf"), linesIn(patroni, "pg_hba").join("\n"));
  const start = async () => void (await asPostgres(join(bin, "pg_ctl"), ...control(at), "start"));
  const stop = async () => void (await asPostgres(join(bin, "pg_ctl"), ...control(at), "stop"));
  await start();
  const urlOf = (role: string, database: string) => `postgres://${role}@127.0.0.1:${port}/${database}`;
  await makeDatabase(urlOf(`postgres:${password}`, "postgres"));
  return {
    url: urlOf("endpaper:archived-shop", "endpaper"),
    ownerUrl: urlOf(`postgres:${password}`, "endpaper"),
    pgBackRest: (...args) => asPostgres("pgbackrest", "--stanza=endpaper", ...args),
    start,
    stop,
  };
}

const control = (at: (name: string) => string) => ["-D", at("data"), "-l", at("log/postgres.log"), "-w", "-t", "120"];

/** The settings of `deploy` with a folder instead of the bucket, which pgBackRest reaches by TLS only. */
async function pgBackRestSettings(at: (name: string) => string, port: number): Promise<string> {
  const text = await readFile(join(deploy, "pgbackrest.conf"), "utf8");
  return text
    .replaceAll(/^repo1-(type|s3-.*)=.*\n/gm, "")
    .replace(/^repo1-path=.*/m, `repo1-path=${at("repository")}\nlock-path=${at("run")}\nlog-path=${at("log")}`)
    .replace(/^repo1-cipher-pass=$/m, "repo1-cipher-pass=a pass of the tests")
    .replace(/^pg1-path=.*/m, `pg1-path=${at("data")}\npg1-port=${port}\npg1-socket-path=${at("run")}`);
}

async function makeDatabase(url: string): Promise<void> {
  const text = await readFile(join(deploy, "create-database.sql"), "utf8");
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const statements = text
    .replaceAll(/^--.*$/gm, "")
    .replace(":'password'", "'archived-shop'")
    .split(";");
  for (const statement of statements) if (statement.trim()) await client.query(statement);
  await client.end();
}

/** The PostgreSQL parameters in Patroni's settings, as lines of a `postgresql.conf`. */
function parametersIn(patroni: string): string[] {
  const [, block = ""] = /^ {6}parameters:\n((?: {8}.*\n)+)/m.exec(patroni) ?? [];
  const parameters = [...block.matchAll(/^ {8}(\w+): "?([^"\n]*)"?$/gm)];
  if (!parameters.some(([, name]) => name === "archive_command")) throw new Error("patroni.yml archives nothing.");
  return parameters.map(([, name, value]) => `${name} = '${value}'`);
}

function linesIn(patroni: string, list: string): string[] {
  const [, block = ""] = new RegExp(`^ {2}${list}:\\n((?: {4}- .*\\n)+)`, "m").exec(patroni) ?? [];
  return [...block.matchAll(/^ {4}- (.*)$/gm)].map(([, line]) => line!);
}

/** The account `postgres` when root runs the tests; otherwise null, for the current account. */
function findAccount(): { uid: number; gid: number } | null {
  if (process.getuid?.() !== 0) return null;
  const [, uid, gid] = /^postgres:[^:]*:(\d+):(\d+):/m.exec(readFileSync("/etc/passwd", "utf8"))!;
  return { uid: Number(uid), gid: Number(gid) };
}
