import { readFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

const root = join(import.meta.dirname, "..", "..");
const read = (file: string) => readFileSync(join(root, file), "utf8");
const page = read("docs/dependencies.md");
const project = JSON.parse(read("package.json")) as Record<"dependencies" | "devDependencies", Record<string, string>>;
const lock = JSON.parse(read("package-lock.json")) as { packages: Record<string, { license?: string }> };

test("the page of dependencies says of each why it is there, with its licence, and names no other", () => {
  const lines = [...page.matchAll(/^\| `(\S+)` \| (\S+) \| (.+) \|$/gm)].map(([, name, licence, why]) => {
    expect(lock.packages[`node_modules/${name}`]?.license, name).toBe(licence);
    expect(why, name).toMatch(/^[A-Z].{4,}\.$/);
    return name!;
  });
  expect(lines.toSorted()).toEqual(Object.keys({ ...project.dependencies, ...project.devDependencies }).toSorted());
});

test("no package has a licence that the page does not allow", () => {
  const [, allowed = ""] = page.split("## Licences of what these bring along");
  const packages = Object.entries(lock.packages).filter(([path]) => path !== "" && !path.endsWith("/png-js"));
  expect(packages.length).toBeGreaterThan(100);
  for (const [path, { license = "no licence" }] of packages)
    for (const one of license.split(" AND "))
      expect(allowed, `${path}: ${license}`).toMatch(new RegExp(`\\b${one}\\b`));
});

test("what runs a script when it is installed is named, and nothing else does", () => {
  const entries = Object.entries(lock.packages as Record<string, { hasInstallScript?: boolean }>);
  const running = entries.filter(([, { hasInstallScript }]) => hasInstallScript).map(([path]) => path);
  const { allowScripts } = JSON.parse(read("package.json")) as { allowScripts: Record<string, boolean> };
  expect(running.length).toBeGreaterThan(0);
  expect(running).toEqual(
    Object.keys(allowScripts)
      .map((name) => `node_modules/${name}`)
      .toSorted(),
  );
  expect(read(".npmrc")).toMatch(/^strict-allow-scripts=true$/m);
});

test("versions are exact, and each package is held to its checksum", () => {
  for (const [name, version] of Object.entries({ ...project.dependencies, ...project.devDependencies }))
    expect(version, name).toMatch(/^\d+\.\d+\.\d+(-[\w.]+)?$/);
  for (const [path, entry] of Object.entries(lock.packages as Record<string, { integrity?: string; link?: boolean }>))
    if (path !== "") expect(entry.integrity, path).toMatch(/^sha512-/);
});
