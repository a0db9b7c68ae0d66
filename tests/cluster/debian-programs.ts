import { accessSync, constants } from "node:fs";
import { delimiter, resolve } from "node:path";

/** PgBouncer: the program named by PGBOUNCER, else that of the PATH. */
export const pgBouncerProgram = process.env.PGBOUNCER ?? "pgbouncer";

/** The programs that these tests run, and the packages of Debian that have them. */
const packages = {
  [pgBouncerProgram]: "pgbouncer",
  "docker-compose": "docker-compose",
  etcd: "etcd-server",
  haproxy: "haproxy",
  nginx: "nginx-light",
  patroni: "patroni",
  pg_isready: "postgresql",
  pgbackrest: "pgbackrest",
  promtool: "prometheus",
  "systemd-analyze": "systemd",
  varnishd: "varnish",
};

/** The packages whose programs are not installed, or not in PATH. */
export function missingPackages(): string[] {
  const folders = (process.env.PATH ?? "").split(delimiter);
  return Object.entries(packages).flatMap(([program, name]) =>
    folders.some((folder) => isProgram(resolve(folder, program))) ? [] : [name],
  );
}

/** Throws an error that names the packages that are missing: none of these tests passes because its program is not there. */
export function requirePrograms(): void {
  const missing = missingPackages();
  if (missing.length === 0) return;
  throw new Error(
    `These tests need programs that are not installed, or not in PATH (some are in /usr/sbin). On Debian: apt-get install ${missing.join(" ")}\n` +
      "The services that these packages start are not used here, and may be stopped.",
  );
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
