import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, symlinkSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Another version of the project, built in a temporary folder. */
export interface OtherVersion {
  folder: string;
  remove: () => Promise<void>;
}

/**
 * Checks out a commit of the project in `root` into a temporary folder, and builds it with the program `build` of that
 * commit. Uses the packages of the current version if the lock file is the same, and otherwise installs the packages of
 * the commit. Throws without git, or if the commit does not exist.
 */
export async function buildVersion(root: string, commit: string, build: string): Promise<OtherVersion> {
  const git = (...args: string[]) => execFileSync("git", args, { cwd: root, stdio: ["ignore", "ignore", "pipe"] });
  const parent = await mkdtemp(join(tmpdir(), "proving-ground-version-"));
  const folder = join(parent, "project");
  const remove = async () => {
    if (existsSync(folder)) git("worktree", "remove", "--force", folder);
    await rm(parent, { recursive: true, force: true });
  };
  try {
    git("worktree", "add", "--detach", folder, commit);
    const lockOf = (of: string) => readFileSync(join(of, "package-lock.json"), "utf8");
    if (lockOf(folder) === lockOf(root)) symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
    else execFileSync("npm", ["ci", "--include=dev", "--loglevel=error"], { cwd: folder, stdio: "inherit" });
    execFileSync(process.execPath, [build], { cwd: folder, stdio: "inherit" });
  } catch (error) {
    await remove();
    throw error;
  }
  return { folder, remove };
}
