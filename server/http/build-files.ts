import { createHash } from "node:crypto";
import { cp, mkdir, readdir, rename, rm, stat, utimes } from "node:fs/promises";
import { join } from "node:path";

import { serveStatic } from "@hono/node-server/serve-static";
import type { Env, Hono } from "hono";

import { messageOf } from "#shop/kernel/text/message-of.ts";

/** How long files of a replaced version are kept, in milliseconds, because a page of that version may still be open. */
const keptMs = 24 * 60 * 60 * 1000;
const maxVersions = 12;

/**
 * Copies the browser files of this build to `folder`, one folder per version, so that pages of a replaced version still
 * find their scripts. Returns the folders to serve, the newest version first; each contains `assets`, as `clientFolder`
 * does. If the disk cannot be written, logs a warning and returns none.
 */
export async function keepBuildFiles(clientFolder: string, folder: string, now: Date): Promise<string[]> {
  try {
    await keepVersion(join(clientFolder, "assets"), folder, now);
    return await forgetOldVersions(folder, now);
  } catch (error) {
    console.warn(`Build files are not kept for the next version: ${messageOf(error)}`);
    return [];
  }
}

/**
 * Serves a browser file from the first of these folders that has it. A 404 is not cached, because another process, or
 * this one after an upgrade, may have the file.
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

/** The version of a build: a hash of its file names, because the names change with the content of the files. */
async function versionOf(assets: string): Promise<string> {
  const names = (await readdir(assets)).sort();
  return createHash("sha256").update(names.join("\n")).digest("hex").slice(0, 16);
}

/**
 * Copies all files of a version, or none if it fails. The modification time of a version's folder is the time at which
 * it became the newest version.
 */
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

/**
 * Deletes versions that were replaced more than a day ago, and all but the newest 12. Returns the remaining versions.
 */
async function forgetOldVersions(folder: string, now: Date): Promise<string[]> {
  const versions = await listVersions(folder);
  const isKept = (place: number) => {
    const newer = versions[place - 1];
    return !newer || (place < maxVersions && now.getTime() - newer.openedAt < keptMs);
  };
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
