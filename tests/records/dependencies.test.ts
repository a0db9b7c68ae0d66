import { readFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import { outsideDependencies } from "#tests/support/manifests.ts";

const root = join(import.meta.dirname, "..", "..");
const read = (file: string) => readFileSync(join(root, file), "utf8");
const page = read("docs/dependencies.md");
interface Locked {
  version?: string;
  license?: string;
  integrity?: string;
  hasInstallScript?: boolean;
  link?: boolean;
}
const lock = JSON.parse(read("package-lock.json")) as { packages: Record<string, Locked> };
/** Installed packages, without the project's own. */
const installed = Object.entries(lock.packages).filter(([path, { link }]) => path.startsWith("node_modules/") && !link);

test("the page of dependencies says of each why it is there, with its licence, and names no other", () => {
  const lines = [...page.matchAll(/^\| (`\S+`(?: `\S+`)*) \| (\S+) \| (.+) \|$/gm)].flatMap(
    ([, names = "", licence, why]) => {
      expect(why, names).toMatch(/^[A-Z].{2,}\.$/);
      return [...names.matchAll(/`(\S+)`/g)].map(([, name]) => {
        expect(lock.packages[`node_modules/${name}`]?.license, name).toBe(licence);
        return name!;
      });
    },
  );
  expect(lines.toSorted()).toEqual([...new Set(outsideDependencies().map(([name]) => name))].toSorted());
});

test("no package has a licence that the page does not allow", () => {
  const [, allowed = ""] = page.split("## Licences of what these bring along");
  const packages = installed.filter(([path]) => !path.endsWith("/png-js"));
  expect(packages.length).toBeGreaterThan(100);
  for (const [path, { license = "no licence" }] of packages)
    for (const one of license.split(" AND "))
      expect(allowed, `${path}: ${license}`).toMatch(new RegExp(`\\b${one}\\b`));
});

test("what runs a script when it is installed is named, and nothing else does", () => {
  const running = installed.filter(([, { hasInstallScript }]) => hasInstallScript).map(([path]) => path);
  const { allowScripts } = JSON.parse(read("package.json")) as { allowScripts: Record<string, boolean> };
  expect(running.length).toBeGreaterThan(0);
  expect(running).toEqual(
    Object.keys(allowScripts)
      .map((name) => `node_modules/${name}`)
      .toSorted(),
  );
  expect(read(".npmrc")).toMatch(/^strict-allow-scripts=true$/m);
});

test("versions are exact and the same wherever they are named, and each package is held to its checksum", () => {
  for (const [name, version] of outsideDependencies())
    expect(version, name).toBe(lock.packages[`node_modules/${name}`]?.version);
  for (const [path, { integrity }] of installed) expect(integrity, path).toMatch(/^sha512-/);
});
