/**
 * Checks the types of all sources, and every SQL statement against a migrated database, in one TypeScript session,
 * because both checks need the types. With `--write`, it first writes the row types of queries.
 */
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join, relative } from "node:path";

import type { Diagnostic, Program } from "typescript/unstable/sync";

import { findStatements } from "#query-check/statements.ts";
import { openMigratedDatabase } from "./migrated-database.ts";
import { findShopQueryProblems, writeShopRowTypes } from "./shop-queries.ts";

const root = join(import.meta.dirname, "..", "..");
/** If fewer statements than this are found, the search is broken, and the check would pass anything. */
const fewestCalls = 600;

const opening = openMigratedDatabase();
let sources = findStatements(root);
const server = await opening;
try {
  if (process.argv.includes("--write") && (await writeTypes())) {
    sources.close();
    sources = findStatements(root);
  }
  const calls = new Set(sources.statements.map(({ place }) => place)).size;
  const problems = [
    ...findTypeProblems(sources.program),
    ...(await findShopQueryProblems(sources, server.pool)),
    ...(calls < fewestCalls ? [`Only ${calls} calls of \`execute\` were found.`] : []),
  ];
  for (const problem of problems) console.error(problem);
  if (problems.length > 0) process.exitCode = 1;
} finally {
  sources.close();
  await server.close();
}

/** Writes the row types of queries and formats the files; returns whether any file changed. */
async function writeTypes(): Promise<boolean> {
  const texts = await writeShopRowTypes(sources, server.pool);
  for (const [file, text] of texts) writeFileSync(file, text);
  const files = [...texts.keys()];
  if (files.length > 0) execFileSync(process.execPath, [join(root, "node_modules/oxfmt/bin/oxfmt"), ...files]);
  for (const file of files) console.log(`Row types written: ${relative(root, file)}`);
  return files.length > 0;
}

/** The errors that `tsc` would report, as `file:line message`. */
function findTypeProblems(program: Program): string[] {
  return [
    ...program.getConfigFileParsingDiagnostics(),
    ...program.getProgramDiagnostics(),
    ...program.getGlobalDiagnostics(),
    ...program.getSyntacticDiagnostics(),
    ...program.getSemanticDiagnostics(),
  ].map((diagnostic) => describe(diagnostic, program));
}

function describe({ fileName, pos, code, text, messageChain = [] }: Diagnostic, program: Program): string {
  const source = fileName ? program.getSourceFile(fileName)?.text : undefined;
  const line = source === undefined ? "" : `:${source.slice(0, pos).split("\n").length}`;
  const chain = messageChain.map((link) => `\n  ${link.text}`).join("");
  return `${fileName ? `${relative(root, fileName)}${line} ` : ""}TS${code}: ${text}${chain}`;
}
