// Plain JavaScript for the machine's own Node.js (20 or newer): runs before anything is installed.
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

export const root = join(dirname(fileURLToPath(import.meta.url)), "..");

const builtFrom = [
  "app",
  "ui",
  "shop",
  "db/schema.ts",
  "db/connect.ts",
  "db/transaction.ts",
  "server",
  "public",
  "vite.config.ts",
  "react-router.config.ts",
  "package-lock.json",
  "setup/build.mjs",
];

/** Installs what package-lock.json names, when it has changed or was never installed. */
export function install() {
  const stamp = join(root, "node_modules", ".installed-from");
  const wanted = hash([join(root, "package-lock.json")]) + process.platform + process.arch;
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === wanted) return;
  console.log("Installing packages (first start, or package-lock.json has changed)");
  run("npm", ["ci", "--include=dev", "--no-fund", "--no-audit", "--loglevel=error"]);
  writeFileSync(stamp, wanted);
}

/** Path of the Node.js 24 that the project pins; installs it by hand when npm did not run its install script. */
export function pinnedNode() {
  const node = join(root, "node_modules", "node", "bin", process.platform === "win32" ? "node.exe" : "node");
  if (!works(node)) {
    spawnSync(process.execPath, ["installArchSpecificPackage.js"], {
      cwd: join(root, "node_modules", "node"),
      stdio: "ignore",
    });
  }
  if (works(node)) return node;
  if (Number(process.versions.node.split(".")[0]) >= 24) return process.execPath;
  console.error(
    "Endpaper runs on Node.js 24, which npm could not install here. Allow the install script of the package `node`, or install Node.js 24 yourself.",
  );
  process.exit(1);
}

/** Builds the pages when a source has changed since the last build. */
export function build() {
  const stamp = join(root, "build", ".built-from");
  const wanted = hash(builtFrom.flatMap((path) => listFiles(join(root, path))));
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === wanted) return;
  console.log("Building the pages (sources have changed)");
  run(pinnedNode(), [join(root, "setup", "build.mjs")]);
  writeFileSync(stamp, wanted);
}

/** Runs a TypeScript file on Node.js 24: in this process when it is one, else in a child that gets its signals. */
export async function runOnPinnedNode(file, flags = []) {
  const path = join(root, file);
  if (process.versions.node.startsWith("24.") && flags.length === 0) {
    whenNpmGoes(() => process.kill(process.pid, "SIGTERM"));
    return import(pathToFileURL(path).href);
  }
  const child = spawn(pinnedNode(), [...flags, path, ...process.argv.slice(2)], { stdio: "inherit", cwd: root });
  // Ctrl-C reaches the child by itself; this process only waits for it to close its doors.
  process.on("SIGINT", () => {});
  process.on("SIGTERM", () => child.kill("SIGTERM"));
  whenNpmGoes(() => child.kill("SIGTERM"));
  return new Promise((resolve) => {
    child.on("exit", (code, signal) => {
      process.exitCode = signal ? 1 : (code ?? 1);
      resolve(undefined);
    });
  });
}

/** npm passes SIGTERM to the shell between it and us, which dies without passing it on: we are then somebody else's child. */
export function whenNpmGoes(stop) {
  if (!process.env.npm_lifecycle_event || process.platform === "win32") return;
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    stop();
  }, 200);
  watch.unref();
}

function works(node) {
  try {
    return execFileSync(node, ["--version"], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).startsWith(
      "v24.",
    );
  } catch {
    return false;
  }
}

function run(program, args) {
  const { status, error } = spawnSync(program, args, {
    cwd: root,
    stdio: "inherit",
    shell: process.platform === "win32",
  });
  if (status === 0) return;
  console.error(error ? error.message : `\`${program} ${args[0]}\` did not succeed; what it said stands above.`);
  process.exit(status ?? 1);
}

function listFiles(path) {
  if (!existsSync(path)) return [];
  if (statSync(path).isFile()) return [path];
  return readdirSync(path, { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => (entry.isDirectory() ? listFiles(join(path, entry.name)) : [join(path, entry.name)]));
}

function hash(files) {
  const sum = createHash("sha256");
  for (const file of files) sum.update(file.slice(root.length)).update("\0").update(readFileSync(file));
  return sum.digest("hex");
}
