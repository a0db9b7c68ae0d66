/** Tests of the check of queries: it finds wrong names and types, accepts right ones, and writes row types. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, expect, test } from "vitest";

import { findStatements, type Sources } from "#query-check/statements.ts";
import { findShopQueryProblems, writeShopRowTypes } from "#setup/checks/shop-queries.ts";
import { openTestDatabase } from "#tests/support/database/test-database.ts";

const { pool } = await openTestDatabase();
/** Files that read the columns changed by the tests; `npm run check` reads all files. */
const shop = findStatements(join(import.meta.dirname, "..", ".."), [
  "shop/catalogue/books/cards.server.ts",
  "shop/catalogue/books/book.server.ts",
  "shop/catalogue/cover-designs/cover-subjects.server.ts",
  "shop/people/correspondence/send-issue.server.ts",
  "shop/sales/refunds/cancel-order.server.ts",
]);
afterAll(() => shop.close());

/** The problems found while a table is changed. */
async function problemsAfter(change: string, undo: string): Promise<string[]> {
  await pool.query(change);
  try {
    return await findShopQueryProblems(shop, pool);
  } finally {
    await pool.query(undo);
  }
}

const filesOf = (problems: string[]) => [...new Set(problems.map((problem) => problem.split(":")[0]))];

test("statements that fit the database have no problem", async () => {
  expect(new Set(shop.statements.map(({ place }) => place)).size).toBeGreaterThan(10);
  expect(await findShopQueryProblems(shop, pool)).toEqual([]);
});

test("a renamed column is found wherever it is read, in whatever part of a statement", async () => {
  const problems = await problemsAfter(
    "alter table books rename column is_main to is_first",
    "alter table books rename column is_first to is_main",
  );
  expect(filesOf(problems)).toEqual(
    expect.arrayContaining([
      "shop/catalogue/books/cards.server.ts", // in a condition that twelve lists pass on
      "shop/catalogue/books/book.server.ts", // in the order of a list inside the result
      "shop/catalogue/cover-designs/cover-subjects.server.ts", // in a join
    ]),
  );
});

test("a column that may now be empty, or has another type, is found where it is typed", async () => {
  expect(
    await problemsAfter(
      "alter table newsletter_issues alter column words drop not null",
      "alter table newsletter_issues alter column words set not null",
    ),
  ).toContainEqual(
    expect.stringMatching(/^shop\/people\/correspondence\/send-issue\.server\.ts:\d+ words may be null/),
  );
  const retyped = await problemsAfter(
    "alter table order_lines alter column cancelled_quantity type bigint",
    "alter table order_lines alter column cancelled_quantity type int",
  );
  expect(filesOf(retyped)).toContain("shop/sales/refunds/cancel-order.server.ts");
});

const fixture = mkdtempSync(join(tmpdir(), "endpaper-queries-"));
afterAll(() => rmSync(fixture, { recursive: true, force: true }));
writeFileSync(
  join(fixture, "tsconfig.json"),
  '{ "compilerOptions": { "strict": true, "noEmit": true, "target": "ES2024", "types": [] }, "include": ["*.ts"] }',
);
const preamble = `
declare class SQL { readonly text: string }
declare function sql(strings: TemplateStringsArray, ...values: unknown[]): SQL;
declare const db: { execute<Row = unknown>(statement: SQL): Promise<{ rows: Row[] }> };
`;

const query = join(fixture, "query.ts");

async function inFixture<Result>(lines: string, work: (sources: Sources) => Promise<Result>): Promise<Result> {
  writeFileSync(query, `${preamble}${lines}\nexport {};\n`);
  const sources = findStatements(fixture);
  try {
    expect(sources.statements.length + sources.unreadable.length).toBeGreaterThan(0);
    return await work(sources);
  } finally {
    sources.close();
  }
}

/** The problems found in a file with these lines. */
function problemsIn(lines: string): Promise<string[]> {
  return inFixture(lines, async (sources) =>
    (await findShopQueryProblems(sources, pool)).map((problem) => problem.replace(/^query\.ts:\d+ /, "")),
  );
}

/** These lines with the row types of their queries. */
function writtenIn(lines: string): Promise<string> {
  return inFixture(lines, async (sources) => {
    const text = (await writeShopRowTypes(sources, pool)).get(query);
    return text === undefined ? lines : text.slice(preamble.length, -"\nexport {};\n".length);
  });
}

test.each([
  ["a name", "db.execute<{ titel: string }>(sql`select title from works`)", "titel is not in the result"],
  [
    "a type",
    "db.execute<{ pages: string | null }>(sql`select pages from books`)",
    "pages is a number, typed string | null",
  ],
  ["a long number", "db.execute<{ id: number }>(sql`select id from orders`)", "id is a string, typed number"],
  ["null", "db.execute<{ subtitle: string }>(sql`select subtitle from works`)", "subtitle may be null"],
  [
    "null of an outer join",
    "db.execute<{ onHand: number }>(sql`select s.on_hand from books b left join stock s on s.book_id = b.id`)",
    "onHand may be null",
  ],
  ["null of a sum", "db.execute<{ n: string }>(sql`select sum(quantity) as n from order_lines`)", "n may be null"],
  [
    "a word",
    'db.execute<{ role: "author" }>(sql`select role from work_contributors`)',
    "role may also be editor, translator, illustrator",
  ],
  [
    "inside JSON",
    "db.execute<{ found: { id: string; lines: { titel: string }[] } }>(sql`select json_build_object('id', o.number, 'lines',\n" +
      "(select coalesce(json_agg(json_build_object('title', l.title)), '[]') from order_lines l where l.order_id = o.id))\n" +
      "as found from orders o`)",
    "found.lines[].titel is not in the result",
  ],
  ["a value", 'db.execute(sql`select from books where pages = ${"many" as string}`)', "$1 is int4, given string"],
  [
    "one branch",
    "declare const byName: boolean;\ndb.execute(sql`select from authors order by ${byName ? sql`nom` : sql`id`}`)",
    'column "nom" does not exist',
  ],
  [
    "what one caller hands over",
    "const list = (where: SQL) => db.execute(sql`select from books b where ${where}`);\n" +
      "list(sql`b.is_main`); list(sql`b.is_mein`);",
    "column b.is_mein does not exist",
  ],
  ["a time", "db.execute(sql`update carts set updated_at = now()`)", "now() is the database's clock"],
  [
    "a time in a condition",
    "const isOld = sql`created_at < CURRENT_TIMESTAMP - interval '1 day'`;\n" +
      "db.execute(sql`delete from outbox where ${isOld}`)",
    "CURRENT_TIMESTAMP is the database's clock",
  ],
  ["a text that is not written out", "declare const some: SQL;\ndb.execute(some)", "cannot be followed"],
])("a mistake in %s is found", async (_, lines, problem) => {
  expect(await problemsIn(lines)).toEqual([expect.stringContaining(problem)]);
});

test("correct types are not reported", async () => {
  const right = `
    db.execute<{ title: string; onHand: number | null; stars: number | null; kinds: string[]; last: "x" | "y" }>(sql\`
      with mine as (select b.id, w.title, w.rating::float8 as stars from books b join works w on w.id = b.work_id)
      select m.title, s.on_hand, m.stars, array(select c.role from work_contributors c) as kinds,
        case when m.stars is null then 'x' else 'y' end as last
      from mine m left join stock s on s.book_id = m.id where m.id = any(\${["a"] as string[]}::text[])\`);
    db.execute<{ onHand: number; given: { at: string } | null; count: number }>(sql\`
      select s.on_hand, case when o.id is not null then json_build_object('at', o.created_at) end as given,
        (select count(*)::int from order_lines l where l.order_id = o.id) as count
      from books b left join stock s on s.book_id = b.id left join orders o on o.id = \${5}
      where s.on_hand > 0\`);
    db.execute(sql\`update carts set updated_at = \${new Date()} -- not now()
      where promotion_code = 'NOW()'\`);`;
  expect(await problemsIn(right)).toEqual([]);
});

test.each([
  [
    "where there is none",
    "const { rows } = await db.execute(sql`select w.id, w.title, b.pages, b.price_paise from books b join works w on w.id = b.work_id`);",
    "{ id: string; title: string; pages: number | null; pricePaise: number }",
  ],
  [
    "of one of several answers",
    "const [, { rows: found }] = await Promise.all([db.execute(sql`select 1 as one`), db.execute(sql`select id from orders`)]);",
    "{ id: string }",
  ],
  [
    "with the words of a constraint, a list and JSON",
    "(await db.execute(sql`select role, array(select c.role from work_contributors c) as all, json_build_object('a b', role, 'n', null::int) as x from work_contributors`)).rows;",
    '{ role: "author" | "editor" | "translator" | "illustrator"; all: ("author" | "editor" | "translator" | "illustrator")[]; ' +
      'x: { "a b": "author" | "editor" | "translator" | "illustrator"; n: number | null } }',
  ],
])("the row type of a query is written %s", async (_, lines, type) => {
  const written = await writtenIn(lines);
  expect(written).toContain(`db.execute<${type}>(sql`);
  expect(written.match(/execute</g)).toHaveLength(1);
  expect(await problemsIn(written)).toEqual([]);
  expect(await writtenIn(written)).toBe(written);
});

test.each([
  ["a wrong type", "{ pages: string }", "{ pages: number | null }", "select pages from books"],
  ["a missing null", "{ pages: number }", "{ pages: number | null }", "select pages from books"],
  ["a misspelt column", "{ pags: number | null }", "{  pages: number | null;}", "select pages from books"],
  ["a new column", "{ id: string }", "{ id: string;  title: string;}", "select id, title from works"],
  [
    "a missing null inside JSON",
    "{ x: { t: string; n: Id }[] | null }",
    "{ x: { t: string | null; n: Id }[] | null }",
    "select (select json_agg(json_build_object('t', subtitle, 'n', id)) from works) as x",
  ],
  [
    "nothing but a null of a named type",
    "{ id: Id; pages: Pages }",
    "{ id: Id; pages: Pages | null }",
    "select id, pages from books",
  ],
])("%s is corrected in a row type, and the rest of it stays", async (_, before, after, statement) => {
  const lines = (type: string) => `type Id = string; type Pages = number;\ndb.execute<${type}>(sql\`${statement}\`);`;
  expect(await writtenIn(lines(before))).toBe(lines(after));
  expect(await problemsIn(lines(after))).toEqual([]);
});

test("an interface is corrected where it is declared, for all statements that share it; a type made of others is not", async () => {
  const lines = `interface Row { id: string; subtitle: string }
    db.execute<Row>(sql\`select id, subtitle from works\`);
    db.execute<Row>(sql\`select id, title as subtitle, 1 as more from works\`);
    db.execute<Omit<Row, "id">>(sql\`select subtitle from works\`);`;
  expect(await writtenIn(lines)).toBe(lines.replace("subtitle: string", "subtitle: string | null"));
});

test("a statement whose rows are not read gets no row type", async () => {
  const lines = "const { rowCount } = await db.execute(sql`update works set title = 'x' returning id`);";
  expect(await writtenIn(lines)).toBe(lines);
});
