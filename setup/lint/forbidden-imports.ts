/** Creates the patterns of imports that the lint rules forbid, from the tables in `import-tables.ts`. */
import { readdirSync } from "node:fs";
import { join } from "node:path";

import { layers, packages, tables, type Table } from "./import-tables.ts";

type Forbidden = { group: string[]; message: string; allowTypeImports?: boolean; importNames?: string[] };

/** Files that use the database, secrets or the network are named `.server`; browser code must not import them. */
export const touching: Forbidden = {
  group: ["**/*.server.ts"],
  message: "Only a .server file or a route may import a .server file.",
};
/** The imports that files with SQL need, for folders that may have no SQL. */
export const sql: Forbidden = {
  group: ["#db/sql.ts", "pg"],
  message: "app, desk and cli write no SQL: it is written in shop, db and server.",
};
const climbing: Forbidden = { group: ["../*", "../**"], message: "Import ./x inside a folder, #layer/x across." };

type Rule = { "no-restricted-imports": ["error", { patterns: Forbidden[] }] };

/** Forbids imports from a parent folder, and imports with these patterns. */
export function forbid(...patterns: Forbidden[]): Rule {
  const some = patterns.filter(({ group }) => group.length > 0);
  return { "no-restricted-imports": ["error", { patterns: [climbing, ...some] }] };
}

/**
 * Throws if a folder below `root` is missing in its table, or if a table names an unknown folder or contains a cycle.
 */
export function checkTables(root: string): void {
  checkTable("the project", layers);
  for (const [folder, table] of Object.entries(tables)) {
    checkTable(folder, table);
    for (const entry of readdirSync(join(root, folder), { withFileTypes: true }))
      if (entry.isDirectory() && !entry.name.startsWith(".") && !(entry.name in table))
        throw new Error(
          `${folder}/${entry.name} is not in the table of ${folder} in setup/lint/import-tables.ts: add it with the folders that it may import.`,
        );
  }
}

function checkTable(name: string, table: Table) {
  const visit = (folder: string, above: string[]) => {
    if (!(folder in table)) throw new Error(`setup/lint/import-tables.ts: ${name} has no folder called ${folder}.`);
    if (above.includes(folder))
      throw new Error(`setup/lint/import-tables.ts: a cycle in ${name}: ${[...above, folder].join(" > ")}.`);
    for (const other of table[folder]!) visit(other, [...above, folder]);
  };
  for (const folder of Object.keys(table)) visit(folder, []);
}

/** The layers that a layer may not import. */
export function otherLayers(layer: string): Forbidden {
  const allowed = [layer, ...layers[layer]!];
  const group = Object.keys(layers).filter((other) => !allowed.includes(other));
  return { group: group.map((other) => `#${other}/**`), message: `${layer} may import ${allowed.join(", ")} only.` };
}

/** The packages that another package may not import by name. */
export function otherPackages(name: string): Forbidden {
  const named = packages[name]!;
  const others = Object.keys(packages).filter((other) => !named.includes(other));
  return {
    group: others.flatMap((other) => [`@endpaper/${other}`, `@endpaper/${other}/**`]),
    message: `${name} may import ${named.join(", ") || "no other package"} by name.`,
  };
}

/** The neighbouring folders that a folder inside `folder` may not import. */
export function otherChapters(folder: string, chapter: string): Forbidden {
  const table = tables[folder]!;
  const allowed = [chapter, ...table[chapter]!];
  const group = Object.keys(table).filter((other) => !allowed.includes(other));
  const message = `${folder}/${chapter} may import ${table[chapter]!.join(", ") || "no other folder"} of ${folder} only.`;
  return { group: group.map((other) => `#${folder}/${other}/**`), message };
}
