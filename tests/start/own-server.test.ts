/** Tests of deploy/endpaper.sh with a stand-in for Docker, which notes its commands and fails when a test says so. */
import { spawnSync } from "node:child_process";
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { beforeEach, expect, onTestFinished, test } from "vitest";

import { makeDataFolder } from "#tests/support/shop/child-shop.ts";

const root = join(import.meta.dirname, "..", "..");
let folder: string;
let remove: () => Promise<void>;

/** Runs a command in the server's copy of the project. */
function run(program: string, args: string[], input = "") {
  const { status, stdout, stderr } = spawnSync(program, args, {
    cwd: join(folder, "shop"),
    encoding: "utf8",
    input,
    env: { PATH: `${join(folder, "bin")}:/usr/bin:/bin`, HOME: folder, FOLDER: folder },
  });
  return { status, said: stdout + stderr };
}
const endpaper = (...words: string[]) => run("sh", ["deploy/endpaper.sh", ...words], "yes\n");
const git = (...words: string[]) =>
  run("git", ["-c", "user.name=A", "-c", "user.email=a@shop.test", "-c", "commit.gpgsign=false", ...words]);
const settings = () => readFileSync(join(folder, "shop", "deploy", ".env"), "utf8");
const version = () => readFileSync(join(folder, "shop", "version"), "utf8");

/** The commands that Docker got since the last call. */
function asked(): string[] {
  const file = join(folder, "asked");
  const lines = existsSync(file) ? readFileSync(file, "utf8").trim().split("\n") : [];
  rmSync(file, { force: true });
  return lines.filter((line) => line !== "compose version");
}

/** Makes Docker fail at commands that contain these words, as often as the file is long. */
const failAt = (words: string) => writeFileSync(join(folder, "fails"), words);

/** Publishes the next version of the project. */
function publish(text: string) {
  const at = join(folder, "published");
  writeFileSync(join(at, "version"), text);
  git("-C", at, "add", ".");
  expect(git("-C", at, "commit", "--quiet", "-m", text).status).toBe(0);
}

beforeEach(async () => {
  ({ folder, remove } = await makeDataFolder());
  onTestFinished(remove);
  mkdirSync(join(folder, "bin"));
  const docker = join(folder, "bin", "docker");
  writeFileSync(
    docker,
    `#!/bin/sh
echo "$*" >>"$FOLDER/asked"
if [ -s "$FOLDER/fails" ] && echo "$*" | grep -q -- "$(cat "$FOLDER/fails")"; then rm "$FOLDER/fails"; exit 1; fi
`,
  );
  chmodSync(docker, 0o755);
  mkdirSync(join(folder, "shop"));
  const published = join(folder, "published");
  mkdirSync(join(published, "deploy"), { recursive: true });
  for (const name of ["endpaper.sh", "compose.yaml", "Caddyfile"])
    cpSync(join(root, "deploy", name), join(published, "deploy", name));
  cpSync(join(root, ".gitignore"), join(published, ".gitignore"));
  git("init", "--quiet", published);
  publish("1");
  rmSync(join(folder, "shop"), { recursive: true });
  mkdirSync(join(folder, "shop"));
  expect(git("clone", "--quiet", published, ".").status).toBe(0);
});

test("with a domain the shop is public under it and its desk, without one nothing is set; settings of one's own stay", () => {
  expect(endpaper("start")).toMatchObject({ status: 0 });
  expect(existsSync(join(folder, "shop", "deploy", ".env"))).toBe(false);
  expect(asked()).toEqual([
    "compose build",
    "compose up --detach --wait --wait-timeout 180",
    expect.stringMatching(/^compose logs/),
  ]);
  for (const wrong of ["https://books.example", "books", "books.example/", "a b.example", "-.example"])
    expect(endpaper("start", wrong), wrong).toMatchObject({
      status: 1,
      said: expect.stringContaining("is not a domain"),
    });
  expect(asked()).toEqual([]);
  writeFileSync(
    join(folder, "shop", "deploy", ".env"),
    "SMTP_URL=smtps://a:b@mail.example\nPUBLIC_URL=https://old.example\n",
  );
  expect(endpaper("start", "books.example").status).toBe(0);
  expect(settings()).toBe(
    "SMTP_URL=smtps://a:b@mail.example\nPUBLIC_URL=https://books.example\nDESK_URL=https://desk.books.example\nTRUST_PROXY=1\nCOMPOSE_PROFILES=public\n",
  );
});

test("an update begins with a backup, and a way back leads to the version before", () => {
  publish("2");
  expect(endpaper("update")).toMatchObject({ status: 0, said: expect.stringContaining("Updated.") });
  expect(asked()).toEqual([
    "compose exec -T shop node cli/shop.ts backup make",
    "tag endpaper endpaper:running",
    "compose build",
    "tag endpaper:running endpaper:previous",
    "compose up --detach --wait --wait-timeout 180",
  ]);
  expect(version()).toBe("2");
  expect(endpaper("back").status).toBe(0);
  expect(asked()).toEqual(["tag endpaper:previous endpaper", "compose up --detach --wait --wait-timeout 180"]);
  expect(version()).toBe("1");
  expect(endpaper("back")).toMatchObject({ status: 1, said: expect.stringContaining("no version to return to") });
});

test("the image may read what an update changes, and only this account reads the settings", () => {
  const published = join(folder, "published", "pages");
  mkdirSync(published);
  writeFileSync(join(published, "page"), "2");
  publish("2");
  expect(endpaper("update").status).toBe(0);
  expect(endpaper("start", "books.example").status).toBe(0);
  const mode = (...path: string[]) => (statSync(join(folder, "shop", ...path)).mode & 0o777).toString(8);
  expect([mode("version"), mode("pages"), mode("pages", "page")]).toEqual(["644", "755", "644"]);
  expect(mode("deploy", ".env")).toBe("600");
});

test.each([
  ["without a backup nothing is fetched", "backup make", ["backup make"]],
  [
    "a version that cannot be built leaves the old one running",
    "compose build",
    ["backup make", "endpaper:running", "build"],
  ],
  [
    "a version that does not start is replaced by the old one",
    "compose up",
    ["backup make", "endpaper:running", "build", "endpaper:previous", "up", "tag", "up"],
  ],
])("%s", (_, fault, commands) => {
  publish("2");
  failAt(fault);
  expect(endpaper("update").status).toBe(1);
  const got = asked();
  expect(got).toHaveLength(commands.length);
  for (const [place, words] of commands.entries()) expect(got[place]).toContain(words);
  expect(version()).toBe("1");
});

test("after a version that cannot be built, the way back leads to the version before the last that was", () => {
  publish("2");
  expect(endpaper("update").status).toBe(0);
  publish("3");
  asked();
  failAt("compose build");
  expect(endpaper("update").status).toBe(1);
  expect(asked().filter((command) => command.includes("endpaper:previous"))).toEqual([]);
  expect(version()).toBe("2");
  expect(endpaper("back").status).toBe(0);
  expect(version()).toBe("1");
});

test("a backup is restored beside today's data, and used only if it was read", () => {
  failAt("backup restore");
  expect(endpaper("restore", "/data/backups/a.tar.zst").status).toBe(1);
  expect(existsSync(join(folder, "shop", "deploy", ".env"))).toBe(false);
  asked();
  expect(endpaper("restore", "/data/backups/a.tar.zst", "--key", "/data/key").status).toBe(0);
  const [restored, key, up] = asked();
  const at = /^DATA_DIR=(\/data\/restored-[\d-]+)$/m.exec(settings())![1]!;
  expect(restored).toBe(
    `compose run --rm -T --no-deps -e DATA_DIR=${at} shop node cli/shop.ts backup restore /data/backups/a.tar.zst --key /data/key`,
  );
  expect(key).toContain(`cp '/data/credentials.key' '${at}/'`);
  expect(up).toContain("compose up");
  expect(endpaper("doctor").status).toBe(0);
  expect(asked()).toEqual(["compose exec -T shop node cli/shop.ts doctor"]);
});
