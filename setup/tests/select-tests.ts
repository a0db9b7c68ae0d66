/** Which checks, tests and journeys a command line asks for. */
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import type { testBudget } from "./test-budget.ts";

export interface Selection {
  checks: boolean;
  /** Flags and paths for Vitest and for Playwright; null where nothing of it is to run. */
  vitest: string[] | null;
  journeys: string[] | null;
  /** The budget that a whole run is held to. */
  budget: keyof typeof testBudget | null;
}

const journeysFolder = "tests/browser/";
/** Test files that start programs of their own (shops, PostgreSQL, its tools), kill and cut them, or wait until they give up. */
const wholeProcesses = ["tests/start/**", "tests/crash/**"];

/**
 * Without arguments everything but what only `--all` adds. `--changed` takes the test files that import a changed file, and
 * for a changed page those that ask for its address; else the arguments are paths of test files or parts of them.
 */
export function selectTests(words: string[], root: string): Selection {
  if (words.length === 0)
    return {
      checks: true,
      vitest: wholeProcesses.flatMap((glob) => ["--exclude", glob]),
      journeys: ["--grep", "@core"],
      budget: "test",
    };
  if (words.includes("--all")) return { checks: true, vitest: [], journeys: [], budget: "test:all" };
  if (words.includes("--changed")) return selectChanged(listChanged(root), root);
  return { checks: false, ...split(words), budget: null };
}

/** Test files of both kinds; neither runs with an empty list, which would mean all. */
function split(paths: string[]): Pick<Selection, "vitest" | "journeys"> {
  const journeys = paths.filter((path) => path.includes(journeysFolder));
  const vitest = paths.filter((path) => !journeys.includes(path));
  return { vitest: vitest.length > 0 ? vitest : null, journeys: journeys.length > 0 ? journeys : null };
}

/** Files that differ from the last commit, new ones too. */
function listChanged(root: string): string[] {
  const git = (...words: string[]) => execFileSync("git", words, { cwd: root, encoding: "utf8" }).split("\n");
  return [...git("diff", "--name-only", "HEAD"), ...git("ls-files", "--others", "--exclude-standard")].filter(Boolean);
}

function selectChanged(changed: string[], root: string): Selection {
  const asking = findTestsAsking(
    changed.flatMap((file) => findAddresses(file, root)),
    root,
  );
  const ownJourneys = changed.filter((file) => file.startsWith(journeysFolder) && file.endsWith(".test.ts"));
  const { vitest, journeys } = split([...new Set([...asking, ...ownJourneys])]);
  const related = changed.filter((file) => /\.tsx?$/.test(file) && !file.startsWith(journeysFolder));
  return {
    checks: true,
    vitest: related.length > 0 || vitest ? ["related", ...related, ...(vitest ?? [])] : null,
    journeys,
    budget: null,
  };
}

/** Addresses of the routes whose folder holds a file, up to their first parameter: `/books/` for a file in `app/routes/books`. */
function findAddresses(file: string, root: string): string[] {
  const table = file.startsWith("app/") ? "routing/routes.ts" : "desk/desk-routes.ts";
  const [, folder] = /^(?:app|desk)\/((?:routes|pages)\/[^/]+)\//.exec(file) ?? [];
  if (folder === undefined) return [];
  const routes = readFileSync(join(root, table), "utf8").matchAll(/"(\/[^"]*)": \{\s*file: "([^"]+)"/g);
  return [...routes].flatMap(([, path, of]) => (of!.startsWith(`${folder}/`) ? [path!.replace(/:.*/, "")] : []));
}

/** Request tests and journeys whose text asks for one of these addresses. */
function findTestsAsking(addresses: string[], root: string): string[] {
  const quoted = addresses.filter((address) => address !== "/").map((address) => new RegExp(`["\`]${address}\\b`));
  return ["tests/requests", "tests/browser"].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(".test.ts"))
      .map((name) => `${folder}/${name}`)
      .filter((file) => {
        const text = readFileSync(join(root, file), "utf8");
        return quoted.some((address) => address.test(text));
      }),
  );
}
