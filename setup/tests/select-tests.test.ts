import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

import { afterAll, beforeEach, expect, test } from "vitest";

import { selectTests } from "./select-tests.ts";

let root: string;
const made: string[] = [];
afterAll(() => made.forEach((folder) => rmSync(folder, { recursive: true })));

/** A committed project with two routes, a request test and two journeys. */
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "endpaper-select-"));
  made.push(root);
  write(
    "routing/routes.ts",
    `export const routes = {
  "/": { file: "routes/home/route.tsx" },
  "/books/:bookId": {
    file: "routes/books/route.tsx",
  },
};`,
  );
  write("desk/desk-routes.ts", `export const deskRoutes = { "/parcels": { file: "pages/parcels/route.tsx" } };`);
  write("tests/requests/catalogue/book-page.test.ts", 'await shop.fetch("/books/godan");');
  write("tests/requests/desk/parcels.test.ts", "await browser.get(`/parcels?state=${state}`);");
  write("tests/browser/browse.test.ts", 'await page.goto("/books/godan");');
  write("tests/browser/home.test.ts", 'await page.goto("/");');
  git("init", "--quiet");
  git("add", ".");
  git("-c", "user.name=A", "-c", "user.email=a@example.com", "commit", "--quiet", "-m", "Begin");
});

function write(path: string, text: string) {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

function git(...words: string[]) {
  execFileSync("git", words, { cwd: root });
}

test("without arguments the core journeys run, with --all everything", () => {
  expect(selectTests([], root)).toMatchObject({ checks: true, journeys: ["--grep", "@core"], budget: "test" });
  expect(selectTests(["--all"], root)).toEqual({ checks: true, vitest: [], journeys: [], budget: "test:all" });
});

test("paths run alone, each by the program that it is for", () => {
  expect(selectTests(["shop/kernel/money", "tests/browser/cart.test.ts"], root)).toEqual({
    checks: false,
    vitest: ["shop/kernel/money"],
    journeys: ["tests/browser/cart.test.ts"],
    budget: null,
  });
  expect(selectTests(["shop/kernel/money"], root).journeys).toBeNull();
});

test("what changed brings the tests that import it", () => {
  write("shop/kernel/money/money.ts", "export {};");
  expect(selectTests(["--changed"], root)).toMatchObject({
    checks: true,
    vitest: ["related", "shop/kernel/money/money.ts"],
    journeys: null,
  });
});

test("a changed page brings the request tests and journeys that ask for its address", () => {
  write("app/routes/books/book-facts.tsx", "export {};");
  expect(selectTests(["--changed"], root)).toMatchObject({
    vitest: ["related", "app/routes/books/book-facts.tsx", "tests/requests/catalogue/book-page.test.ts"],
    journeys: ["tests/browser/browse.test.ts"],
  });
  write("desk/pages/parcels/parts.tsx", "export {};");
  expect(selectTests(["--changed"], root).vitest).toContain("tests/requests/desk/parcels.test.ts");
});

test("a changed journey runs; where nothing changed, only the checks do", () => {
  expect(selectTests(["--changed"], root)).toEqual({ checks: true, vitest: null, journeys: null, budget: null });
  write("tests/browser/home.test.ts", 'await page.goto("/?");');
  expect(selectTests(["--changed"], root)).toMatchObject({ vitest: null, journeys: ["tests/browser/home.test.ts"] });
});
