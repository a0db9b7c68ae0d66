import { mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";

import type { Plugin, ResolvedConfig } from "vite";

const project = join(import.meta.dirname, "..", "..");

/** Files that affect the builds, but that the bundler does not load. */
const settings = [
  "app/routes.ts",
  "desk/react-router.config.ts",
  "desk/routes.ts",
  "desk/tsconfig.json",
  "package.json",
  "package-lock.json",
  "packages/covers/package.json",
  "react-router.config.ts",
  "setup/build.mjs",
  "tsconfig.json",
];
const notOurs = /^(\.\.|node_modules|build|\.react-router)(\/|$)/;

/**
 * Writes a list of the project's files that a build was made from; the bundler tells which modules it loaded.
 * `setup/bundle/build-stamp.mjs` uses the list to decide whether the build is outdated. `prefix` distinguishes the
 * lists of several builds.
 */
export function recordInputs(prefix = ""): Plugin {
  let config: ResolvedConfig;
  return {
    name: "record-inputs",
    apply: "build",
    configResolved(resolved) {
      config = resolved;
    },
    writeBundle() {
      const { publicDir, configFileDependencies } = config;
      const given = settings.map((path) => join(project, path));
      const loaded = [...this.getModuleIds()].map((id) => id.replace(/[?#].*$/, ""));
      const styles = loaded.filter((file) => file.endsWith(".css")).flatMap(importedBy);
      const inputs = [publicDir, ...given, ...configFileDependencies, ...loaded, ...styles]
        .filter(isThere)
        .map((file) => relative(project, file).split(sep).join("/"))
        .filter((path) => !notOurs.test(path));
      mkdirSync(join(project, "build"), { recursive: true });
      const list = join(project, "build", `.inputs-${prefix}${this.environment.name}.json`);
      writeFileSync(list, JSON.stringify([...new Set(inputs)].sort(), null, 1));
    },
  };
}

/** Finds the style sheets that a style sheet imports, recursively, because the bundler does not list them. */
function importedBy(file: string): string[] {
  if (!isThere(file)) return [];
  const imports = readFileSync(file, "utf8").match(/(?<=@import\s+["'])\.[^"']+(?=["'])/g) ?? [];
  return imports.flatMap((path) => {
    const imported = join(dirname(file), path);
    return [imported, ...importedBy(imported)];
  });
}

/** Whether a file exists. Some names of the bundler are not files, and a build may have no public folder. */
function isThere(file: string): boolean {
  return file !== "" && !file.startsWith("\0") && statSync(file, { throwIfNoEntry: false }) !== undefined;
}
