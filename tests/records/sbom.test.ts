import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import { outsideDependencies } from "#tests/support/manifests.ts";

const root = join(import.meta.dirname, "..", "..");
const read = (file: string) => readFileSync(join(root, file), "utf8");

interface Component {
  name: string;
  version: string;
  purl: string;
  hashes: { alg: string; content: string }[];
  licenses: unknown[];
}

test("the list for others has every package with its version, licence and checksum, and asks no registry for it", () => {
  const [, command] = /^(npm sbom [^\n>]*) > sbom\.json$/m.exec(read("docs/dependencies.md"))!;
  const { status, stdout, stderr } = spawnSync(`${command} --offline`, {
    cwd: root,
    shell: true,
    // With NODE_ENV=production npm would omit development dependencies.
    env: { ...process.env, NODE_ENV: "" },
    encoding: "utf8",
    maxBuffer: 64 * 1024 ** 2,
  });
  expect(status, stderr).toBe(0);
  const { bomFormat, components } = JSON.parse(stdout) as { bomFormat: string; components: Component[] };
  expect(bomFormat).toBe("CycloneDX");

  const { packages } = JSON.parse(read("package-lock.json")) as { packages: Record<string, { integrity: string }> };
  const listed = new Map(components.map((component) => [`${component.name}@${component.version}`, component]));
  for (const [name, version] of outsideDependencies()) {
    const component = listed.get(`${name}@${version}`);
    expect(component?.licenses, name).toHaveLength(1);
    const checksum = Buffer.from(component!.hashes[0]!.content, "hex").toString("base64");
    expect(`sha512-${checksum}`, name).toBe(packages[`node_modules/${name}`]!.integrity);
    expect(component!.purl, name).toBe(`pkg:npm/${name.replace("@", "%40")}@${version}`);
  }
  expect(components.length).toBeGreaterThan(200);
});
