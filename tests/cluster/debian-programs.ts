import { accessSync, constants } from "node:fs";
import { delimiter, resolve } from "node:path";

/** The program in PGBOUNCER, otherwise the one in PATH. */
export const pgBouncerProgram = process.env.PGBOUNCER ?? "pgbouncer";

/** The programs that these tests run, and their Debian packages. */
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

/** The packages whose programs are not installed or not in PATH. */
export function missingPackages(): string[] {
  const folders = (process.env.PATH ?? "").split(delimiter);
  return Object.entries(packages).flatMap(([program, name]) =>
    folders.some((folder) => isProgram(resolve(folder, program))) ? [] : [name],
  );
}

/** Throws an error that names the missing packages: a test must not pass because its program is missing. */
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
