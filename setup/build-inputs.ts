import { mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";

import type { Plugin, ResolvedConfig } from "vite";

/** What decides about the build beside the files that are in it. */
const settings = [
  "app/routes.ts",
  "package.json",
  "package-lock.json",
  "react-router.config.ts",
  "setup/build.mjs",
  "tsconfig.json",
];
const notOurs = /^(\.\.|node_modules|build|\.react-router)(\/|$)/;

/**
 * Writes down which files of the project a build is made of, by the bundler's own list of what it loaded.
 * `setup/build-stamp.mjs` compares them to tell whether the build is old.
 */
export function recordInputs(): Plugin {
  let config: ResolvedConfig;
  return {
    name: "record-inputs",
    apply: "build",
    configResolved(resolved) {
      config = resolved;
    },
    writeBundle() {
      const { root, publicDir, configFileDependencies } = config;
      const given = settings.map((path) => join(root, path));
      const loaded = [...this.getModuleIds()].map((id) => id.replace(/[?#].*$/, ""));
      const styles = loaded.filter((file) => file.endsWith(".css")).flatMap(importedBy);
      const inputs = [publicDir, ...given, ...configFileDependencies, ...loaded, ...styles]
        .filter(isThere)
        .map((file) => relative(root, file).split(sep).join("/"))
        .filter((path) => !notOurs.test(path));
      mkdirSync(join(root, "build"), { recursive: true });
      const list = join(root, "build", `.inputs-${this.environment.name}.json`);
      writeFileSync(list, JSON.stringify([...new Set(inputs)].sort(), null, 1));
    },
  };
}

/** The style sheets that one imports, and those they import: the bundler does not list them. */
function importedBy(file: string): string[] {
  if (!isThere(file)) return [];
  const imports = readFileSync(file, "utf8").matchAll(/@import\s+["'](\.[^"']+)["']/g);
  return [...imports].flatMap(([, path]) => {
    const imported = join(dirname(file), path!);
    return [imported, ...importedBy(imported)];
  });
}

/** Some of a bundler's names are no files. */
function isThere(file: string): boolean {
  return !file.startsWith("\0") && statSync(file, { throwIfNoEntry: false }) !== undefined;
}
