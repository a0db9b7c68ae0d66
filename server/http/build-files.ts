import { createHash } from "node:crypto";
import { cp, mkdir, readdir, rename, rm, stat, utimes } from "node:fs/promises";
import { join } from "node:path";

import { serveStatic } from "@hono/node-server/serve-static";
import type { Env, Hono } from "hono";

/** How long the files of a version are kept after another has followed it: as long as a page of it may stay open. */
const keptMs = 24 * 60 * 60 * 1000;
const maxVersions = 12;

/**
 * Keeps a copy of what browsers load of this build in `folder`, a folder for each version, so that pages of a version that has
 * been replaced still find their scripts. Returns the folders to look in, the newest version first: each holds `assets`,
 * as `clientFolder` does. A disk that cannot be written is told, and the build's own files are served alone.
 */
export async function keepBuildFiles(clientFolder: string, folder: string, now: Date): Promise<string[]> {
  try {
    await keepVersion(join(clientFolder, "assets"), folder, now);
    return await forgetOldVersions(folder, now);
  } catch (error) {
    console.warn(`Build files are not kept for the next version: ${(error as Error).message}`);
    return [];
  }
}

/**
 * Serves what browsers load of the build from the first of these folders that has it. What none has is kept by nobody: another
 * shop may have it, or this one after its upgrade.
 */
export function serveBuildFiles<Bindings extends Env>(app: Hono<Bindings>, folders: string[]): void {
  app.use(
    "/assets/*",
    async (c, next) => {
      await next();
      if (c.res.ok) c.header("cache-control", "public, max-age=31536000, immutable");
      if (c.res.status === 404) c.header("cache-control", "no-store");
    },
    ...folders.map((root) => serveStatic<Bindings>({ root, precompressed: true })),
  );
  app.get("/assets/*", (c) => c.notFound());
}

/** Names of files change with their bytes, so their list tells versions apart. */
async function versionOf(assets: string): Promise<string> {
  const names = (await readdir(assets)).sort();
  return createHash("sha256").update(names.join("\n")).digest("hex").slice(0, 16);
}

/** A version has all of its files or is not there. The time of its folder is when it followed another one. */
async function keepVersion(assets: string, folder: string, now: Date) {
  const version = join(folder, await versionOf(assets));
  const [newest] = await listVersions(folder);
  if (newest?.path === version) return;
  if ((await stat(version).catch(() => null)) === null) {
    const half = `${version}.half`;
    await rm(half, { recursive: true, force: true });
    await cp(assets, join(half, "assets"), { recursive: true });
    await rename(half, version);
  }
  await utimes(version, now, now);
}

/** A version is needed for a day after the next one has followed it. */
async function forgetOldVersions(folder: string, now: Date): Promise<string[]> {
  const versions = await listVersions(folder);
  const isKept = (place: number) =>
    place === 0 || (place < maxVersions && now.getTime() - versions[place - 1]!.openedAt < keptMs);
  for (const { path } of versions.filter((_, place) => !isKept(place))) await rm(path, { recursive: true });
  return versions.filter((_, place) => isKept(place)).map(({ path }) => path);
}

/** The versions of a folder, the newest first. */
async function listVersions(folder: string): Promise<{ path: string; openedAt: number }[]> {
  await mkdir(folder, { recursive: true });
  const paths = (await readdir(folder)).filter((name) => !name.endsWith(".half")).map((name) => join(folder, name));
  const versions = await Promise.all(paths.map(async (path) => ({ path, openedAt: (await stat(path)).mtimeMs })));
  return versions.sort((a, b) => b.openedAt - a.openedAt);
}
