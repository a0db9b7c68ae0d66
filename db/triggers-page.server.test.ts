import { expect, test } from "vitest";

import { openTestDatabase } from "#tests/support/database/test-database.ts";

const { pool } = await openTestDatabase();

interface Trigger {
  table: string;
  name: string;
  calls: string;
  definition: string;
  effect: string | null;
}

/** All triggers, ordered by table and by the order in which PostgreSQL fires them. */
async function readTriggers(): Promise<Trigger[]> {
  const { rows } = await pool.query<Trigger>(`
    select t.tgrelid::regclass::text as table, t.tgname::text as name, t.tgfoid::regproc::text as calls,
      pg_get_triggerdef(t.oid) as definition,
      coalesce(obj_description(t.oid, 'pg_trigger'), obj_description(t.tgfoid, 'pg_proc')) as effect
    from pg_trigger t join pg_class c on c.oid = t.tgrelid
    where not t.tgisinternal and c.relnamespace = 'public'::regnamespace
    order by 1, (t.tgtype & 2) = 0, 2`);
  return rows;
}

/** Describes a trigger's event, such as `after update, each row when old.name <> new.name`. */
function describeEvent({ definition }: Trigger): string {
  const [, event = "", rest = ""] = /TRIGGER \w+ (.+?) ON \S+ (.+) EXECUTE FUNCTION/.exec(definition) ?? [];
  const level = rest.includes("FOR EACH ROW") ? "each row" : "each statement";
  const isDeferred = rest.includes("INITIALLY DEFERRED");
  const condition = /WHEN \((.+)\)$/.exec(rest)?.[1];
  const words = `${event.replaceAll(/\b[A-Z]+\b/g, (word) => word.toLowerCase()).replaceAll(" or ", ", ")}, ${level}`;
  return `${words}${isDeferred ? " at commit" : ""}${condition ? ` when \`${simplify(condition)}\`` : ""}`;
}

/** Shortens a condition from PostgreSQL's normalised form. */
function simplify(condition: string): string {
  return condition
    .replaceAll("::text", "")
    .replaceAll(/\b[A-Z]{2,}\b/g, (word) => word.toLowerCase())
    .replace(/^\((.*)\)$/, (whole, inner: string) => (isBalanced(inner) ? inner : whole))
    .replaceAll("|", "\\|");
}

function isBalanced(text: string): boolean {
  let depth = 0;
  for (const letter of text) {
    if (letter === "(") depth += 1;
    if (letter === ")") depth -= 1;
    if (depth < 0) return false;
  }
  return depth === 0;
}

const head = `# What fires when

Triggers of the database, table by table, in the order in which they fire; the functions are in \`db/schema\`. This page is
generated from \`pg_trigger\` and the comments on functions: \`npx vitest run db/triggers-page.server.test.ts --update\`.
`;

test("every trigger says what it does, and docs/triggers.md is current", async () => {
  const triggers = await readTriggers();
  expect(triggers.filter(({ effect }) => effect === null).map(({ calls }) => calls)).toEqual([]);
  const tables = Object.entries(Object.groupBy(triggers, ({ table }) => table)).map(
    ([table, rows = []]) =>
      `\n## ${table}\n\n| trigger | when | what it does | function |\n| --- | --- | --- | --- |\n` +
      rows.map((row) => `| \`${row.name}\` | ${describeEvent(row)} | ${row.effect} | \`${row.calls}\` |\n`).join(""),
  );
  await expect(head + tables.join("")).toMatchFileSnapshot("../docs/triggers.md");
});
