/** Tests where the embedded database is stored, and that no account opens or replaces the database of another. */

import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { chmod, chown, mkdir, mkdtemp, readdir, realpath, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";

import { expect, onTestFinished, test } from "vitest";

import { startEmbedded } from "./embedded.ts";
import { placeCluster, placeOfRoot, refuseOtherAccount } from "./embedded-place.ts";

const isRoot = process.getuid!() === 0;
const self = userInfo();
/** A user id that no machine has. */
const nobodys = 54_321;

async function makeFolder() {
  const folder = await realpath(await mkdtemp(join(tmpdir(), "endpaper-place-")));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/**
 * The expected error for a cluster of this account. For an account that runs the server on behalf of root, it advises
 * to start as root.
 */
function wordsOn(home: string, name: string) {
  const isRoots = name === "postgres" || name === "nobody";
  const [whose, starter] = isRoots ? [`${name}, which runs it when root starts the shop`, "root"] : [name, name];
  return `The database in ${home}/postgres belongs to the account ${whose}. Start the shop as ${starter}, or choose another folder: DATA_DIR=`;
}

/**
 * A data folder with the files of a cluster that the checks look at; `mode` closes it to others, like a home folder, or
 * opens it.
 */
async function makeCluster({ mode, owner }: { mode: number; owner?: number }) {
  const home = await makeFolder();
  await mkdir(join(home, "postgres", "data"), { recursive: true, mode: 0o700 });
  await writeFile(join(home, "postgres", "server.log"), "", { mode: 0o600 });
  await writeFile(join(home, "postgres", "data", "PG_VERSION"), "18\n");
  const paths = [home, ...(await readdir(home, { recursive: true })).map((name) => join(home, name))];
  if (owner !== undefined) for (const path of paths) await chown(path, owner, owner);
  await chmod(home, mode);
  return home;
}

test.each([
  ["closed", 0o700],
  ["open", 0o755],
])("root leaves the database of another account alone, in a folder that is %s to others", async (_, mode) => {
  // Only root can change the owner of a file; other users test root's view by parameters.
  const home = await makeCluster({ mode, ...(isRoot ? { owner: nobodys } : {}) });
  const name = isRoot ? String(nobodys) : self.username;
  const lines: string[] = [];
  const start = isRoot
    ? startEmbedded({ dataDir: home, report: (line) => lines.push(line) })
    : refuseOtherAccount({ home, isRoot: true, runsAs: nobodys });
  await expect(start).rejects.toThrow(
    `The database in ${home}/postgres belongs to the account ${name}. Start the shop as ${name}, or choose another folder: DATA_DIR=`,
  );
  expect(lines).toEqual([]);
  const owner = isRoot ? nobodys : self.uid;
  expect((await stat(join(home, "postgres", "server.log"))).uid).toBe(owner);
  expect((await readdir(home, { recursive: true })).sort()).toEqual([
    "postgres",
    "postgres/data",
    "postgres/data/PG_VERSION",
    "postgres/server.log",
  ]);
});

test("an account leaves the database of another one alone, also one that it cannot look into", async () => {
  const home = await makeCluster({ mode: 0o755 });
  const words = wordsOn(home, self.username);
  await expect(refuseOtherAccount({ home, isRoot: false, runsAs: nobodys })).rejects.toThrow(words);
  await chmod(join(home, "postgres"), 0);
  await expect(refuseOtherAccount({ home, isRoot: false, runsAs: nobodys })).rejects.toThrow(words);
  await chmod(join(home, "postgres"), 0o700);
  if (isRoot) {
    const ofRoot = await makeCluster({ mode: 0o755, owner: Number(execFileSync("id", ["-u", "nobody"])) });
    await expect(refuseOtherAccount({ home: ofRoot, isRoot: false, runsAs: nobodys })).rejects.toThrow(
      wordsOn(ofRoot, "nobody"),
    );
  }
  // An account can open its own cluster, any number of times.
  await refuseOtherAccount({ home, isRoot, runsAs: self.uid });
  await refuseOtherAccount({ home, isRoot: false, runsAs: self.uid });
});

test("a database that root keeps elsewhere is not passed over by another account", async () => {
  const [home, shared] = [await makeFolder(), await makeFolder()];
  const ask = () => refuseOtherAccount({ home, isRoot: false, runsAs: self.uid, shared });
  await ask();
  const place = await placeOfRoot(home, shared);
  await mkdir(place, { mode: 0o700 });
  await expect(ask()).rejects.toThrow(
    `The database of ${home} is in ${place}, because root has started the shop before. Start it as root, or choose another folder: DATA_DIR=`,
  );
  await refuseOtherAccount({ home, isRoot: true, runsAs: nobodys, shared });
  // A cluster in the data folder itself takes precedence.
  await mkdir(join(home, "postgres", "data"), { recursive: true });
  await writeFile(join(home, "postgres", "data", "PG_VERSION"), "18\n");
  await ask();
});

test("root opens no empty database beside one that the server's account cannot reach any more", async () => {
  const accounts = readFileSync("/etc/passwd", "utf8").split("\n");
  const [, , uid] = (accounts.find((line) => line.startsWith("postgres:")) ??
    accounts.find((line) => line.startsWith("nobody:")))!.split(":");
  const home = await makeCluster({ mode: 0o700, ...(isRoot ? { owner: Number(uid) } : {}) });
  if (isRoot) await chown(home, 0, 0);
  const placed = placeCluster(home, () => {});
  // An ordinary user is not affected.
  if (isRoot) await expect(placed).rejects.toThrow("cannot be reached by the account that runs it");
  else expect((await placed).folder).toBe(join(home, "postgres"));
});
