/**
 * Checks the types of all sources, and every statement in them against a migrated database, in one TypeScript session: the
 * types are most of the work of both.
 */
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";

import pg from "pg";
import type { Diagnostic, Program } from "typescript/unstable/sync";

import { startEmbedded } from "#db/embedded.ts";
import { migrate } from "#db/migrate.ts";
import { findQueryProblems } from "./queries/check-queries.ts";
import { findStatements } from "./queries/statements.ts";

const root = join(import.meta.dirname, "..");
/** A search that finds fewer has gone wrong, and would pass whatever the statements say. */
const fewestCalls = 600;

const opening = openMigrated();
const sources = findStatements(root);
const server = await opening;
try {
  const calls = new Set(sources.statements.map(({ place }) => place)).size;
  const problems = [
    ...findTypeProblems(sources.program),
    ...(await findQueryProblems(sources, server.pool)),
    ...(calls < fewestCalls ? [`Only ${calls} calls of \`execute\` were found.`] : []),
  ];
  for (const problem of problems) console.error(problem);
  if (problems.length > 0) process.exitCode = 1;
} finally {
  sources.close();
  await server.close();
}

/** What `tsc` would report, as `file:line message`. */
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

/** A throw-away database with the migrations of this version in it; on the server of DATABASE_URL when that is set. */
async function openMigrated() {
  const folder = await mkdtemp(join(tmpdir(), "endpaper-check-"));
  await chmod(folder, 0o755); // run by root, the server's own account must reach it
  const external = process.env.DATABASE_URL;
  const embedded = external ? null : await startEmbedded({ dataDir: folder, report: () => {}, isDurable: false });
  const serverUrl = new URL(external ?? embedded!.ownerUrl);
  const name = `endpaper_check_${process.pid}`;
  await inServer(serverUrl, `create database ${name}`);
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  const pool = new pg.Pool({ connectionString: url.toString() });
  pool.on("error", () => {}); // A connection that has said goodbye may still hear that the server stops.
  await migrate(pool);
  return {
    pool,
    close: async () => {
      await pool.end();
      if (external) await inServer(serverUrl, `drop database ${name} with (force)`);
      await embedded?.stopIfUnused();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function inServer(url: URL, statement: string) {
  const client = new pg.Client({ connectionString: url.toString() });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
