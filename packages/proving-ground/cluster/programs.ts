/** Finds the installed programs of a cluster, their versions, and the account that runs them. */

import { execFileSync } from "node:child_process";
import { accessSync, constants, readdirSync, readFileSync } from "node:fs";
import { delimiter, join } from "node:path";

import type { Account } from "#proving-ground/processes/slot.ts";

/** Paths and versions of the programs of a cluster. */
export interface Programs {
  haproxy: string;
  etcd: string;
  patroni: string;
  pgbouncer: string;
  /** The folder with `postgres`, `initdb` and the other programs of one PostgreSQL version. */
  postgresFolder: string;
  /** The version of PgBouncer, such as [1, 21, 0] for 1.21.0. */
  pgbouncerVersion: Version;
  patroniVersion: Version;
}

/** A version as three numbers; missing ones are 0. */
export type Version = readonly [number, number, number];

export function isOlder(version: Version, than: Version): boolean {
  const at = version.findIndex((number, place) => number !== than[place]);
  return at !== -1 && version[at]! < than[at]!;
}

const packages = { haproxy: "haproxy", etcd: "etcd-server", patroni: "patroni", pgbouncer: "pgbouncer" };
const debianPostgres = "/usr/lib/postgresql";

/** Finds the installed programs; throws an error that names the missing Debian packages. */
export function findPrograms(): Programs {
  const found = Object.fromEntries(Object.keys(packages).map((name) => [name, findProgram(name)]));
  const postgresFolder = findPostgres();
  const missing = [
    ...Object.entries(packages).flatMap(([name, of]) => (found[name] ? [] : [of])),
    ...(postgresFolder ? [] : ["postgresql"]),
  ];
  if (missing.length > 0)
    throw new Error(
      `The cluster needs programs that are not installed. On Debian: apt-get install ${missing.join(" ")}\n` +
        "The services that these packages start are not used here, and may be stopped.",
    );
  const programs = found as Record<keyof typeof packages, string>;
  return {
    ...programs,
    postgresFolder: postgresFolder!,
    pgbouncerVersion: readVersion(programs.pgbouncer),
    patroniVersion: readVersion(programs.patroni),
  };
}

/**
 * Finds the unprivileged account `postgres` if root runs the cluster, because PostgreSQL, Patroni and PgBouncer refuse
 * to run as root; otherwise returns null.
 */
export function findAccount(): Account | null {
  if (process.getuid?.() !== 0) return null;
  const line = readFileSync("/etc/passwd", "utf8")
    .split("\n")
    .find((entry) => entry.startsWith("postgres:"));
  if (!line) throw new Error("PostgreSQL does not run as root, and this machine has no account `postgres`.");
  const [, , uid, gid] = line.split(":");
  return { uid: Number(uid), gid: Number(gid) };
}

function findProgram(name: string): string | null {
  const folders = [...(process.env["PATH"] ?? "").split(delimiter), "/usr/sbin", "/usr/local/sbin"];
  return folders.map((folder) => join(folder, name)).find(isProgram) ?? null;
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Folder of the newest PostgreSQL from Debian packages; null if there is none. */
function findPostgres(): string | null {
  try {
    const versions = readdirSync(debianPostgres).sort((a, b) => Number(b) - Number(a));
    return (
      versions.map((version) => join(debianPostgres, version, "bin")).find((bin) => isProgram(join(bin, "initdb"))) ??
      null
    );
  } catch {
    return null;
  }
}

function readVersion(program: string): Version {
  const said = execFileSync(program, ["--version"], { encoding: "utf8" });
  const [, major = 0, minor = 0, patch = 0] = /(\d+)\.(\d+)(?:\.(\d+))?/.exec(said) ?? [];
  return [Number(major), Number(minor), Number(patch)];
}
