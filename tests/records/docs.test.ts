import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

import { expect, test } from "vitest";

import { packageNames } from "#tests/support/manifests.ts";

const root = join(import.meta.dirname, "..", "..");
const decisions = readdirSync(join(root, "docs", "decisions"))
  .filter((name) => /^\d/.test(name))
  .sort();
const pages = [
  "README.md",
  "CONTRIBUTING.md",
  "packages/README.md",
  ...packageNames.map((name) => `packages/${name}/README.md`),
  ...readdirSync(join(root, "docs"), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".md"))
    .map((name) => `docs/${name}`),
];

test.each(pages)("%s names and links only files that exist", (page) => {
  const text = readFileSync(join(root, page), "utf8");
  const linked = [...text.matchAll(/\]\((?!https?:|\/)([^)#]+)(#[^)]*)?\)/g)].map(([, path]) =>
    join(dirname(page), path!),
  );
  const named = [
    ...text.matchAll(/(?<![\w/.@-])(?:app|ui|packages|shop|server|db|cli|setup|tools|tests|bench|docs)\/[\w./-]+/g),
  ]
    .map(([path]) => path.replace(/[.:]$/, ""))
    .filter((path) => !path.includes("NNNN"));
  expect([...linked, ...named].filter((path) => !existsSync(join(root, path)))).toEqual([]);
});

test("decisions are numbered without a gap, and the index has each", () => {
  expect(decisions.map((name) => Number(name.slice(0, 3)))).toEqual(decisions.map((_, index) => index + 1));
  const index = readFileSync(join(root, "docs", "decisions", "README.md"), "utf8");
  expect([...index.matchAll(/\]\((\d[^)]+)\)/g)].map(([, name]) => name)).toEqual(decisions);
});

test("the page about the architecture names every wing and chapter of the shop", () => {
  const page = readFileSync(join(root, "docs", "architecture.md"), "utf8");
  const foldersIn = (path: string) =>
    readdirSync(join(root, path), { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? entry.name : []));
  for (const wing of foldersIn("shop")) {
    const [, section = ""] = page.split(new RegExp(`^### ${wing}$`, "im"));
    const [tables = ""] = section.split(/^##/m);
    const named = [...tables.matchAll(/^\| (.*?) \|/gm)].flatMap(([, cell]) => cell!.match(/`[a-z-]+`/g) ?? []);
    expect(named.toSorted(), wing).toEqual(foldersIn(`shop/${wing}`).map((chapter) => `\`${chapter}\``));
  }
});
