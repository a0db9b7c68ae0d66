import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dirname, "..", "..");

/** The fields of a package.json that tests read. */
export interface Manifest {
  name: string;
  version: string;
  description: string;
  license: string;
  engines: { node: string };
  exports: Record<string, string>;
  dependencies: Record<string, string>;
  devDependencies?: Record<string, string>;
}

export const readManifest = (folder: string) =>
  JSON.parse(readFileSync(join(root, folder, "package.json"), "utf8")) as Manifest;

/** The names of the folders in `packages/`. */
export const packageNames = readdirSync(join(root, "packages"), { withFileTypes: true }).flatMap((entry) =>
  entry.isDirectory() ? entry.name : [],
);

/** The external dependencies of the shop and its packages, with versions. */
export function outsideDependencies(): [name: string, version: string][] {
  const manifests = ["", ...packageNames.map((name) => join("packages", name))].map(readManifest);
  return manifests
    .flatMap(({ dependencies, devDependencies }) => Object.entries({ ...dependencies, ...devDependencies }))
    .filter(([name]) => !name.startsWith("@endpaper/"));
}
