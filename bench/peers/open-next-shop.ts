import { execFileSync, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { cpSync, existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { pidOf } from "#bench/shop/pid-of.ts";

const source = join(import.meta.dirname, "next-shop");
/** A copy of the sources with packages and build, apart from the sources of this project and their checks. */
const folder = join(import.meta.dirname, "..", "..", ".cache", "next-shop");
const stamp = join(folder, "built-from");
const next = join(folder, "node_modules", "next", "dist", "bin", "next");

/** The Next.js shop in a process of its own. */
export interface NextShop {
  url: string;
  pid: number;
  close: () => Promise<void>;
}

/** Starts the shop of `next-shop` on this database. The first time, and after a change, installs and builds it. */
export async function openNextShop(databaseUrl: string, port: number): Promise<NextShop> {
  build();
  const { PATH, HOME } = process.env;
  const child = spawn(process.execPath, [next, "start", "--hostname", "127.0.0.1", "--port", String(port)], {
    cwd: folder,
    stdio: ["ignore", "pipe", "inherit"],
    env: { PATH, HOME, NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1", DATABASE_URL: databaseUrl },
  });
  const ended = once(child, "exit");
  await new Promise<void>((resolve, reject) => {
    child.stdout.on("data", (chunk: Buffer) => chunk.includes("Ready") && resolve());
    child.once("exit", () => reject(new Error("The Next.js shop ended before it was open.")));
  });
  return {
    url: `http://127.0.0.1:${port}`,
    pid: pidOf(child),
    async close() {
      child.kill();
      await ended;
    },
  };
}

/** Installs the packages of the lock file, for which npm needs its registry or its cache, and builds. */
function build() {
  const hash = hashOfSources();
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === hash) return;
  console.log("Installing and building the Next.js shop");
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  cpSync(source, folder, { recursive: true });
  run("npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"]);
  run(process.execPath, [next, "build"]);
  writeFileSync(stamp, hash);
}

function run(program: string, args: string[]) {
  const env = { ...process.env, NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" };
  execFileSync(program, args, { cwd: folder, stdio: "inherit", env });
}

function hashOfSources(): string {
  const hash = createHash("sha256").update(process.version + process.platform + process.arch);
  const files = globSync("**", { cwd: source, withFileTypes: true }).filter((file) => file.isFile());
  for (const path of files.map(({ parentPath, name }) => join(parentPath, name)).toSorted())
    hash.update(`${path}\n`).update(readFileSync(path));
  return hash.digest("hex");
}
