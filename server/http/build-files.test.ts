import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, expect, test, vi } from "vitest";

import { keepBuildFiles } from "./build-files.ts";

const folders: string[] = [];
afterEach(() => {
  vi.restoreAllMocks();
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

function makeFolder() {
  const folder = mkdtempSync(join(tmpdir(), "endpaper-build-files-"));
  folders.push(folder);
  return folder;
}

/** Replaces the build by one with a single script. */
function build(client: string, script: string) {
  rmSync(join(client, "assets"), { recursive: true, force: true });
  mkdirSync(join(client, "assets"));
  writeFileSync(join(client, "assets", script), `// ${script}`);
}

const hour = (hours: number) => new Date(Date.UTC(2030, 0, 1, hours));
const scriptsIn = (versions: string[]) => versions.flatMap((version) => readdirSync(join(version, "assets")));

test("a version that was replaced is kept for a day from then on, however long it was open", async () => {
  const [client, folder] = [makeFolder(), makeFolder()];
  build(client, "one.js");
  await keepBuildFiles(client, folder, hour(0));
  build(client, "two.js");
  expect(scriptsIn(await keepBuildFiles(client, folder, hour(500)))).toEqual(["two.js", "one.js"]);
  const kept = await keepBuildFiles(client, folder, hour(523));
  expect(scriptsIn(kept)).toEqual(["two.js", "one.js"]);
  expect(readFileSync(join(kept[1]!, "assets", "one.js"), "utf8")).toBe("// one.js");
  expect(scriptsIn(await keepBuildFiles(client, folder, hour(525)))).toEqual(["two.js"]);
  expect(readdirSync(folder)).toHaveLength(1);
});

test("a version that comes back is the newest again", async () => {
  const [client, folder] = [makeFolder(), makeFolder()];
  for (const [script, at] of [
    ["one.js", 0],
    ["two.js", 1],
    ["one.js", 2],
  ] as const) {
    build(client, script);
    await keepBuildFiles(client, folder, hour(at));
  }
  expect(scriptsIn(await keepBuildFiles(client, folder, hour(3)))).toEqual(["one.js", "two.js"]);
});

test("of very many versions in a day the newest are kept", async () => {
  const [client, folder] = [makeFolder(), makeFolder()];
  let kept: string[] = [];
  for (let version = 0; version < 15; version++) {
    build(client, `${version}.js`);
    kept = await keepBuildFiles(client, folder, new Date(hour(0).getTime() + version * 60_000));
  }
  expect(scriptsIn(kept)).toEqual(Array.from({ length: 12 }, (_, place) => `${14 - place}.js`));
});

test("a copy that was cut off is not taken for a version", async () => {
  const [client, folder] = [makeFolder(), makeFolder()];
  build(client, "one.js");
  const [kept] = await keepBuildFiles(client, folder, hour(0));
  rmSync(kept!, { recursive: true });
  mkdirSync(join(`${kept}.half`, "assets"), { recursive: true });
  writeFileSync(join(`${kept}.half`, "assets", "half-a-file.js"), "");
  expect(scriptsIn(await keepBuildFiles(client, folder, hour(1)))).toEqual(["one.js"]);
  expect(readdirSync(folder)).toHaveLength(1);
});

test("where nothing can be written the shop opens all the same, and says so", async () => {
  const [client, folder] = [makeFolder(), makeFolder()];
  build(client, "one.js");
  writeFileSync(join(folder, "a-file"), "");
  const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
  expect(await keepBuildFiles(client, join(folder, "a-file"), hour(0))).toEqual([]);
  expect(warn).toHaveBeenCalledOnce();
});
