/** Selects the checks, tests and journeys that a command line asks for. */
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import type { testBudget } from "./test-budget.ts";

export interface Selection {
  checks: boolean;
  /** The arguments for Vitest (`vitest`) and Playwright (`journeys`); null if it does not run. */
  vitest: string[] | null;
  journeys: string[] | null;
  /** The name of the time budget of a complete run; null for a selection. */
  budget: keyof typeof testBudget | null;
}

const journeysFolder = "tests/browser/";
/**
 * Test files that start processes of their own (shops, PostgreSQL, its tools), and kill these, close their connections
 * or wait for timeouts.
 */
const wholeProcesses = ["tests/start/**", "tests/crash/**"];

/**
 * Without arguments, selects everything except the tests that only `--all` adds. `--changed` selects the test files
 * that import a changed file, and for a changed page the test files that contain its address. Any other arguments are
 * paths of test files, or parts of paths.
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

/** Splits test files by their runner. An empty list becomes null, because it would mean all files. */
function split(paths: string[]): Pick<Selection, "vitest" | "journeys"> {
  const journeys = paths.filter((path) => path.includes(journeysFolder));
  const vitest = paths.filter((path) => !journeys.includes(path));
  return { vitest: vitest.length > 0 ? vitest : null, journeys: journeys.length > 0 ? journeys : null };
}

/** Files that differ from the last commit, including new ones. */
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

/**
 * Returns the addresses of the routes in a file's folder, up to their first parameter: `/books/` for a file in
 * `app/routes/books`.
 */
function findAddresses(file: string, root: string): string[] {
  const table = file.startsWith("app/") ? "routing/routes.ts" : "desk/desk-routes.ts";
  const [, folder] = /^(?:app|desk)\/((?:routes|pages)\/[^/]+)\//.exec(file) ?? [];
  if (folder === undefined) return [];
  const routes = readFileSync(join(root, table), "utf8").matchAll(/"(\/[^"]*)": \{\s*file: "([^"]+)"/g);
  return [...routes].flatMap(([, path, of]) => (path && of?.startsWith(`${folder}/`) ? [path.replace(/:.*/, "")] : []));
}

/** Finds request tests and journeys whose source contains one of these addresses. */
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
