import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, symlinkSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

const root = join(import.meta.dirname, "..");

/** Another version of the shop, built in a temporary folder. */
export interface OtherVersion {
  folder: string;
  remove: () => Promise<void>;
}

/**
 * Checks out a commit into a temporary folder and builds it. Uses the packages of the current version if the lock file
 * is the same, else installs its own. Throws without git, or if there is no such commit.
 */
export async function buildVersion(commit: string): Promise<OtherVersion> {
  const parent = await mkdtemp(join(tmpdir(), "endpaper-version-"));
  const folder = join(parent, "shop");
  const remove = async () => {
    if (existsSync(folder)) git("worktree", "remove", "--force", folder);
    await rm(parent, { recursive: true, force: true });
  };
  try {
    git("worktree", "add", "--detach", folder, commit);
    const lockOf = (of: string) => readFileSync(join(of, "package-lock.json"), "utf8");
    if (lockOf(folder) === lockOf(root)) symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
    else execFileSync("npm", ["ci", "--include=dev", "--loglevel=error"], { cwd: folder, stdio: "inherit" });
    execFileSync(process.execPath, ["setup/build.mjs"], { cwd: folder, stdio: "inherit" });
  } catch (error) {
    await remove();
    throw error;
  }
  return { folder, remove };
}

function git(...args: string[]) {
  execFileSync("git", args, { cwd: root, stdio: ["ignore", "ignore", "pipe"] });
}
