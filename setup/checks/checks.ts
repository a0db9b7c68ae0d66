import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";

const root = join(import.meta.dirname, "..", "..");
const programs = join(root, "node_modules");

/** The checks of the sources, in this order, because the type check needs the generated types of routes. */
const checks = [
  { name: "format", file: "oxfmt/bin/oxfmt", flags: ["--check"] },
  { name: "lint", file: "oxlint/bin/oxlint", flags: ["--deny-warnings"] },
  { name: "types of routes", file: "@react-router/dev/bin.cjs", flags: ["typegen"] },
  { name: "types of the desk's routes", file: "@react-router/dev/bin.cjs", flags: ["typegen", "desk"] },
  { name: "types of the desk", file: "typescript/bin/tsc", flags: ["-p", "desk"] },
  { name: "types of the service worker", file: "typescript/bin/tsc", flags: ["-p", "app/offline"] },
  { name: "types and queries", file: "../setup/checks/check-sources.ts", flags: [] },
];

/**
 * Runs the checks of format, lint rules, types and queries, with their output. Returns whether all passed. With
 * `mayWrite`, first writes the row types of queries.
 */
export async function runChecks(mayWrite = false): Promise<boolean> {
  let areFine = true;
  for (const { name, file, flags } of checks) {
    const all = mayWrite && name === "types and queries" ? [...flags, "--write"] : flags;
    areFine = (await runProgram(name, file, all)) && areFine;
  }
  return areFine;
}

/** Runs a package's program on this Node.js; returns whether it succeeded. */
export async function runProgram(
  name: string,
  file: string,
  flags: string[],
  env: NodeJS.ProcessEnv = {},
): Promise<boolean> {
  const begun = performance.now();
  const child = spawn(process.execPath, [join(programs, file), ...flags], {
    cwd: root,
    stdio: "inherit",
    env: { ...process.env, ...env },
  });
  const stop = () => child.kill("SIGTERM");
  process.on("SIGTERM", stop);
  await once(child, "close");
  process.off("SIGTERM", stop);
  const isFine = child.exitCode === 0;
  const seconds = ((performance.now() - begun) / 1000).toFixed(1);
  console.log(`${isFine ? "✓" : "✗"} ${name} (${seconds} s)`);
  return isFine;
}
