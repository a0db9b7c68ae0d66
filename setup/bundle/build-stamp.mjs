// Detects whether the build is up to date with its sources. Plain JavaScript, because it runs before packages are
// installed.
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const environments = ["client", "ssr", "desk-client", "desk-ssr"];

/**
 * Whether the project in `root` has a complete build of its current sources. The list of sources comes from the
 * bundler; a deleted file of the build also makes it outdated.
 * @param {string} root
 */
export function isBuilt(root) {
  try {
    const { inputs, inputsSha256, outputs } = JSON.parse(readFileSync(stampOf(root), "utf8"));
    return inputsSha256 === hashOf(root, inputs) && outputs.every((path) => existsSync(join(root, "build", path)));
  } catch {
    return false;
  }
}

/**
 * Records the sources of a build that began at `begunAt`, in milliseconds since 1970. If a source has changed since,
 * nothing is recorded, because the build may not contain the change.
 * @param {string} root
 * @param {number} begunAt
 */
export function stampBuild(root, begunAt) {
  const build = join(root, "build");
  const lists = environments.map((name) => JSON.parse(readFileSync(join(build, `.inputs-${name}.json`), "utf8")));
  const inputs = [...new Set(lists.flat())].sort();
  const isNewer = (path) => (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Infinity) > begunAt;
  if (inputs.some((input) => filesOf(root, input).some((file) => isNewer(join(root, file))))) return;
  const outputs = filesOf(root, "build").map((path) => path.slice("build/".length));
  writeFileSync(stampOf(root), JSON.stringify({ inputs, inputsSha256: hashOf(root, inputs), outputs }));
}

/**
 * Deletes the record, so that an interrupted build does not count as complete.
 * @param {string} root
 */
export function invalidateBuild(root) {
  rmSync(stampOf(root), { force: true });
}

/**
 * SHA-256 of the names and contents of all files of the build, without its own records. Builds are reproducible: the
 * same sources and packages have the same sum.
 * @param {string} root
 */
export function hashBuild(root) {
  return hashOf(
    root,
    filesOf(root, "build").filter((path) => !path.startsWith("build/.")),
  );
}

function stampOf(root) {
  return join(root, "build", ".built-from.json");
}

function hashOf(root, inputs) {
  const sum = createHash("sha256");
  for (const file of inputs.flatMap((input) => filesOf(root, input))) {
    sum
      .update(file)
      .update("\0")
      .update(readFileSync(join(root, file)));
  }
  return sum.digest("hex");
}

/** Returns the file itself, or all files in a folder. A missing path is also returned, so that reading it fails. */
function filesOf(root, path) {
  if (!statSync(join(root, path), { throwIfNoEntry: false })?.isDirectory()) return [path];
  return readdirSync(join(root, path))
    .sort()
    .flatMap((name) => filesOf(root, `${path}/${name}`));
}
