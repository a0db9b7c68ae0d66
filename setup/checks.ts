import { spawnSync } from "node:child_process";
import { join } from "node:path";

const root = join(import.meta.dirname, "..");
const programs = join(root, "node_modules");

/** What is checked in the sources without a running shop. */
const checks = [
  { name: "types of routes", file: "@react-router/dev/bin.cjs", flags: ["typegen"] },
  { name: "format", file: "prettier/bin/prettier.cjs", flags: ["--check", "--log-level", "warn", "."] },
  { name: "lint", file: "oxlint/bin/oxlint", flags: ["--deny-warnings"] },
  { name: "types", file: "typescript/bin/tsc", flags: ["--noEmit"] },
];

/** Runs format, lint and types; prints what they say, and whether all is well. */
export function runChecks(): boolean {
  return checks.every(({ name, file, flags }) => runProgram(name, file, flags));
}

/** Runs a package's program on this Node.js and waits for it. */
export function runProgram(name: string, file: string, flags: string[], env: NodeJS.ProcessEnv = {}): boolean {
  const begun = performance.now();
  const { status } = spawnSync(process.execPath, [join(programs, file), ...flags], {
    cwd: root,
    stdio: "inherit",
    env: { ...process.env, ...env },
  });
  const seconds = ((performance.now() - begun) / 1000).toFixed(1);
  console.log(`${status === 0 ? "✓" : "✗"} ${name} (${seconds} s)`);
  return status === 0;
}
