// Tells whether the build is that of its sources. Plain JavaScript: runs before anything is installed.
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const environments = ["client", "ssr", "desk-client", "desk-ssr"];

/**
 * Whether the project in `root` is built, and built from what its files are now. The bundler's own list says which files
 * those are; a file of the build that was deleted counts too.
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
 * Notes what a build that began at a time (in ms) was made of. What changed since may not be in it, so it is not noted.
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
 * Makes sure that a build which is cut off is not taken for a whole one.
 * @param {string} root
 */
export function forgetBuild(root) {
  rmSync(stampOf(root), { force: true });
}

/**
 * The SHA-256 of all files of the build with their names, but for the notes of what it was made of. The same sources and
 * packages give the same.
 * @param {string} root
 */
export function sumOfBuild(root) {
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

/** The file itself, or all files in a folder; one that is gone is named, and reading it fails. */
function filesOf(root, path) {
  if (!statSync(join(root, path), { throwIfNoEntry: false })?.isDirectory()) return [path];
  return readdirSync(join(root, path))
    .sort()
    .flatMap((name) => filesOf(root, `${path}/${name}`));
}
