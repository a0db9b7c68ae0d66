/**
 * `node setup/pack-packages.ts <folder>` writes each package of `packages/` to a subfolder, ready for `npm publish`.
 * The packages are compiled to JavaScript with types, because Node.js does not run TypeScript below `node_modules`.
 */
import { spawnSync } from "node:child_process";
import { cpSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";

const root = join(import.meta.dirname, "..");
const packages = join(root, "packages");
const target = process.argv[2];
if (!target) throw new Error("Give the folder that the packages are written to.");

for (const entry of readdirSync(packages, { withFileTypes: true })) {
  if (!entry.isDirectory()) continue;
  const folder = resolve(target, entry.name);
  cpSync(join(packages, entry.name), folder, {
    recursive: true,
    filter: (path) => !/\.ts$|[\\/](?:tests|node_modules)$/.test(path.slice(packages.length)),
  });
  cpSync(join(root, "LICENSE"), join(folder, "LICENSE"));
  const manifest = readFileSync(join(folder, "package.json"), "utf8");
  writeFileSync(join(folder, "package.json"), manifest.replaceAll(/(": "\.\/[^"]*)\.ts"/g, '$1.js"'));
}
const compiler = join(root, "node_modules", "typescript", "bin", "tsc");
const flags = ["--project", join(packages, "tsconfig.pack.json"), "--outDir", resolve(target)];
process.exitCode = spawnSync(process.execPath, [compiler, ...flags], { stdio: "inherit" }).status ?? 1;
