import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import { packageNames, readManifest } from "#tests/support/manifests.ts";

const root = join(import.meta.dirname, "..", "..");
const read = (path: string) => readFileSync(join(root, path), "utf8");
const ours = ["app", "bench", "cli", "desk", "server", "setup", "shop", "tests"];

const sourcesIn = (folder: string) =>
  readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => `${folder}/${file.replaceAll("\\", "/")}`);

const importsOf = (file: string) =>
  [...read(file).matchAll(/^(?:import|export|\})(?:.* from)? "([^"]+)";$/gm)].map(([, from]) => from!);

test.each(packageNames)("%s has all that a package is published with", (name) => {
  const folder = `packages/${name}`;
  const manifest = readManifest(folder);
  expect(manifest).toMatchObject({
    name: `@endpaper/${name}`,
    version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
    description: expect.stringMatching(/^[A-Z].{20,}[^.]$/),
    license: "MIT",
    engines: { node: ">=24" },
  });
  expect(read(`${folder}/README.md`)).toMatch(new RegExp(`^# ${manifest.name}\n[^]*\n## Use\n[^]*\n## Limits\n`));
  for (const file of Object.values(manifest.exports)) expect(existsSync(join(root, folder, file)), file).toBe(true);
});

test.each(packageNames)(
  "%s imports its own files and what its package.json names, and nothing else of ours",
  (name) => {
    const { dependencies, devDependencies } = readManifest(`packages/${name}`);
    for (const file of sourcesIn(`packages/${name}`)) {
      const isTest = file.startsWith(`packages/${name}/tests/`);
      const named = Object.keys({ ...dependencies, ...(isTest ? devDependencies : {}) });
      const foreign = importsOf(file).filter(
        (from) =>
          !/^(\.\/|node:)/.test(from) &&
          !from.startsWith(`#${name}/`) &&
          !named.some((other) => from === other || from.startsWith(`${other}/`)),
      );
      expect(foreign, file).toEqual([]);
    }
  },
);

test.each(packageNames)("the shop imports only what %s exports", (name) => {
  const exported = Object.values(readManifest(`packages/${name}`).exports).map((file) => file.replace(".", `#${name}`));
  const used = ours
    .flatMap(sourcesIn)
    .flatMap(importsOf)
    .filter((from) => from.startsWith(`#${name}/`));
  expect(new Set(used).size).toBeGreaterThan(0);
  expect(exported).toEqual(expect.arrayContaining([...new Set(used)]));
});
