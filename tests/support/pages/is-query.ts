/** Whether a statement is a query, and not a statement that begins, ends or limits a transaction. */
export function isQuery(statement: unknown): boolean {
  const text = typeof statement === "string" ? statement : String((statement as { text?: string } | null)?.text ?? "");
  return !/^\s*(?:begin|commit|rollback|savepoint|release|set |select set_config)/i.test(text);
}
