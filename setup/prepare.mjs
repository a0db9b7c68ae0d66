// Installs packages, builds, and runs a file on the project's Node.js: the steps of every `npm run` script. Plain
// JavaScript for the Node.js of the machine (20 or newer), because it runs before packages are installed.
import { execFileSync, spawn, spawnSync } from "node:child_process";
import * as nodeModule from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

import { invalidateBuild, isBuilt, stampBuild } from "./bundle/build-stamp.mjs";
import { stampInstall, findInstallReason } from "./install-stamp.mjs";

export const root = join(dirname(fileURLToPath(import.meta.url)), "..");

/** Installs the packages of package-lock.json if it has changed or a package is missing. */
export function install() {
  const why = findInstallReason(root);
  if (!why) return;
  console.log(`Installing packages (${why})`);
  run("npm", ["ci", "--include=dev", "--no-fund", "--no-audit", "--loglevel=error"]);
  stampInstall(root);
}

/**
 * Returns the path of the Node.js 24 that the project pins. Installs it if npm did not run the install script of the
 * package.
 */
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
    "Endpaper runs on Node.js 24. Its own copy in node_modules/node is missing and could not be installed: start again with a network connection, allow the install script of the package `node`, or install Node.js 24 yourself.",
  );
  process.exit(1);
}

/** Builds the pages if there is no complete build or a source has changed. */
export function build() {
  if (isBuilt(root)) return;
  console.log("Building the pages (sources have changed)");
  invalidateBuild(root);
  const begunAt = Date.now();
  run(pinnedNode(), [join(root, "setup", "build.mjs")]);
  stampBuild(root, begunAt);
}

/**
 * Runs a TypeScript file of the project on Node.js 24. On another version, this script runs again in a child process on
 * the pinned Node.js, and signals are forwarded to it.
 */
export async function runOnPinnedNode(file) {
  const isPinned = process.versions.node.startsWith("24.");
  const node = isPinned ? process.execPath : pinnedNode();
  if (node === process.execPath) {
    onNpmExit(() => process.kill(process.pid, "SIGTERM"));
    // Cache files whose types are already stripped, for the next start. A reinstall deletes the cache.
    nodeModule.enableCompileCache(join(root, "node_modules", ".cache", "compiled"));
    return import(pathToFileURL(join(root, file)).href).catch(explainMissingFile);
  }
  const child = spawn(node, [...process.execArgv, ...process.argv.slice(1)], { stdio: "inherit", cwd: root });
  // Ctrl-C reaches the child directly; this process only waits for it to shut down.
  process.on("SIGINT", () => {});
  process.on("SIGTERM", () => child.kill("SIGTERM"));
  onNpmExit(() => child.kill("SIGTERM"));
  return new Promise((resolve) => {
    child.on("exit", (code, signal) => {
      process.exitCode = signal ? 1 : (code ?? 1);
      resolve(undefined);
    });
  });
}

/** Explains a missing file, because packages can be damaged in ways that `install` does not detect. */
function explainMissingFile(error) {
  if (error.code !== "ERR_MODULE_NOT_FOUND" && error.code !== "MODULE_NOT_FOUND") throw error;
  console.error(
    `A file that Endpaper needs is missing (${error.message}). If it is part of a package, delete the folder ` +
      `${join(root, "node_modules")} and start again: it is then reinstalled.`,
  );
  process.exitCode = 1;
}

/**
 * Calls `stop` when npm ends. npm sends SIGTERM only to its shell, which does not forward it, so this watches for a
 * change of the parent process.
 */
export function onNpmExit(stop) {
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
  console.error(error ? error.message : `\`${program} ${args[0]}\` failed; its output is above.`);
  process.exit(status ?? 1);
}
