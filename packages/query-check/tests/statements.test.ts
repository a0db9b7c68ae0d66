import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, expect, test } from "vitest";

import { findStatements } from "#query-check/statements.ts";

const project = mkdtempSync(join(tmpdir(), "query-check-"));
afterAll(() => rmSync(project, { recursive: true }));
writeFileSync(
  join(project, "tsconfig.json"),
  '{ "compilerOptions": { "strict": true, "noEmit": true, "target": "ES2024", "types": [] }, "include": ["*.ts"] }',
);
const preamble = `
declare class SQL { readonly text: string }
declare function sql(strings: TemplateStringsArray, ...values: unknown[]): SQL;
declare const db: { execute<Row = unknown>(statement: SQL): Promise<{ rows: Row[] }> };
`;

/** The statements of a file with these lines, and those that cannot be derived. */
function read(lines: string) {
  writeFileSync(join(project, "query.ts"), `${preamble}${lines}\nexport {};\n`);
  const sources = findStatements(project);
  try {
    const texts = sources.statements.map(({ text, values, row }) => ({
      text,
      values: values.map((value) => sources.checker.typeToString(value)),
      row: row && sources.checker.typeToString(row),
    }));
    return { texts, unreadable: sources.unreadable };
  } finally {
    sources.close();
  }
}

test("a statement is composed of its parts, with the types of what is sent beside it", () => {
  const { texts } = read(`
    const isLong = (pages: number) => sql\`pages > \${pages}\`;
    db.execute<{ title: string }>(sql\`select title from books where id = \${"a" as string} and \${isLong(5 as number)}\`);`);
  expect(texts).toEqual([
    {
      text: "select title from books where id = $1 and pages > $2",
      values: ["string", "number"],
      row: "{ title: string; }",
    },
  ]);
});

test("each branch is a text of its own, and so is what each caller hands over", () => {
  const { texts } = read(`
    declare const isNewest: boolean;
    const list = (where: SQL) =>
      db.execute(sql\`select from books where \${where} order by \${isNewest ? sql\`id desc\` : sql\`id\`}\`);
    list(sql\`a\`);
    list(sql\`b\`);`);
  expect(texts.map(({ text }) => text).toSorted()).toEqual([
    "select from books where a order by id",
    "select from books where a order by id desc",
    "select from books where b order by id",
    "select from books where b order by id desc",
  ]);
});

test("a text that the sources do not tell is named with its place", () => {
  const { texts, unreadable } = read("declare const some: SQL;\ndb.execute(some);");
  expect(texts).toEqual([]);
  expect(unreadable).toEqual([{ place: "query.ts:6", why: expect.stringContaining("cannot be followed") }]);
});
