import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";

const root = join(import.meta.dirname, "..");
const programs = join(root, "node_modules");

/**
 * What is checked in the sources without a running shop. Formatter and compiler remember in `node_modules/.cache` what
 * they found in files that have not changed since.
 */
const checks = [
  { name: "types of routes", file: "@react-router/dev/bin.cjs", flags: ["typegen"] },
  {
    name: "format",
    file: "prettier/bin/prettier.cjs",
    flags: [
      "--check",
      "--log-level=warn",
      "--cache",
      "--cache-strategy=content",
      "--cache-location=node_modules/.cache/format.json",
      ".",
    ],
  },
  { name: "lint", file: "oxlint/bin/oxlint", flags: ["--deny-warnings"] },
  {
    name: "types",
    file: "typescript/bin/tsc",
    flags: ["--noEmit", "--incremental", "--tsBuildInfoFile", "node_modules/.cache/types.json"],
  },
  { name: "queries", file: "../setup/check-queries.ts", flags: [] },
];

/** Runs format, lint, types and queries; prints what they say, and whether all is well. */
export async function runChecks(): Promise<boolean> {
  for (const { name, file, flags } of checks) if (!(await runProgram(name, file, flags))) return false;
  return true;
}

/**
 * Runs a package's program on this Node.js until it ends; whether it ended well. `after` holds back what it prints until
 * another program is done, so that two at once do not print among each other.
 */
export async function runProgram(
  name: string,
  file: string,
  flags: string[],
  { env = {}, after }: { env?: NodeJS.ProcessEnv; after?: Promise<unknown> } = {},
): Promise<boolean> {
  const begun = performance.now();
  const child = spawn(process.execPath, [join(programs, file), ...flags], {
    cwd: root,
    stdio: after ? ["ignore", "pipe", "pipe"] : "inherit",
    env: { ...process.env, ...env },
  });
  const stop = () => child.kill("SIGTERM");
  process.on("SIGTERM", stop);
  const printed: Buffer[] = [];
  let print = (chunk: Buffer): unknown => printed.push(chunk);
  child.stdout?.on("data", (chunk: Buffer) => print(chunk));
  child.stderr?.on("data", (chunk: Buffer) => print(chunk));
  void after?.then(() => {
    for (const chunk of printed) process.stdout.write(chunk);
    print = (chunk) => process.stdout.write(chunk);
  });
  const [status] = (await once(child, "close")) as [number | null];
  process.off("SIGTERM", stop);
  const seconds = ((performance.now() - begun) / 1000).toFixed(1);
  await after;
  console.log(`${status === 0 ? "✓" : "✗"} ${name} (${seconds} s)`);
  return status === 0;
}
