import type pg from "pg";

import type { Catalogue } from "./catalogue.ts";
import { RowDescriber } from "./describe-rows.ts";
import { isNode, parseNodeTree, type TreeNode, type TreeValue } from "./node-tree.ts";
import type { Described } from "./shapes.ts";

/** PostgreSQL's description of a statement: the type OIDs of its parameters, and its columns. */
export interface Answer {
  parameters: { type: number; element: number }[];
  columns: Map<string, Described>;
}

/** The prefix of a statement that is prepared. Positions in error messages include its length. */
export const prepare = "prepare checked as ";

/**
 * Matches statements that can be prepared. Other statements, such as savepoints and table locks, have neither columns
 * nor parameters.
 */
const preparable = /^\s*(select|with|insert|update|delete|merge|values)\b/i;

/**
 * Has PostgreSQL parse a statement without running it. Returns null for a statement without parameters and columns.
 * Throws the error of PostgreSQL.
 */
export async function describeStatement(
  client: pg.ClientBase,
  catalogue: Catalogue,
  text: string,
): Promise<Answer | null> {
  if (!preparable.test(text)) return null;
  const types = await askParameters(client, text);
  const parameters = types.map((type) => ({ type, element: catalogue.types.get(type)!.element }));
  const query = await askTree(
    client,
    text,
    types.map((type) => `"${catalogue.types.get(type)!.name}"`),
  );
  return { parameters, columns: new RowDescriber(catalogue).describe(query) };
}

async function askParameters(client: pg.ClientBase, text: string): Promise<number[]> {
  const question = "select parameter_types::oid[] as types from pg_prepared_statements where name = 'checked'";
  const [, answer] = await askAll<{ types: string[] }>(client, [`${prepare}${text}`, question, "deallocate checked"]);
  return answer!.rows[0]!.types.map(Number);
}

/**
 * Reads the parse tree of a statement, which describes each column: PostgreSQL stores it for the body of a function.
 */
async function askTree(client: pg.ClientBase, text: string, types: string[]): Promise<TreeNode> {
  const made = `create function pg_temp.checked(${types.join(", ")}) returns void begin atomic ${text}; end`;
  const question = "select prosqlbody::text as tree from pg_proc where oid = 'pg_temp.checked'::regproc";
  const [, , answer] = await askAll<{ tree: string }>(client, ["begin", made, question, "rollback"]);
  return firstQuery(parseNodeTree(answer!.rows[0]!.tree))!;
}

/** Sends all statements in one message, which saves most of the time. */
async function askAll<Row extends pg.QueryResultRow>(client: pg.ClientBase, statements: string[]) {
  try {
    return (await client.query(statements.join(";\n"))) as unknown as pg.QueryResult<Row>[];
  } catch (error) {
    await client.query("rollback");
    throw error;
  }
}

function firstQuery(value: TreeValue): TreeNode | null {
  if (isNode(value)) return value.type === "QUERY" ? value : null;
  if (!Array.isArray(value)) return null;
  for (const item of value) {
    const query = firstQuery(item);
    if (query) return query;
  }
  return null;
}
