/** A node of PostgreSQL's parse tree, as in catalogue columns of type `pg_node_tree`. */
export interface TreeNode {
  type: string;
  fields: Record<string, TreeValue>;
}

export type TreeValue = string | null | TreeNode | TreeValue[];

/** Parses the text form of a parse tree: `{VAR :varno 1 …}`, `(lists)`, `<>` for null. */
export function parseNodeTree(text: string): TreeValue {
  const tokens = text.match(/[(){}[\]]|(?:\\.|[^\s(){}[\]\\])+/gs) ?? [];
  let at = 0;
  const readUntil = (end: string): TreeValue[] => {
    const items: TreeValue[] = [];
    while (tokens[at] !== end) items.push(readValue());
    at += 1;
    return items;
  };
  const readValue = (): TreeValue => {
    const token = tokens[at++];
    if (token === undefined) throw new Error("the parse tree ends too early");
    if (token === "(") return readUntil(")");
    if (token === "[") return readUntil("]");
    if (token === "{") return readNode();
    return token === "<>" ? null : token.replace(/^"(.*)"$/s, "$1").replace(/\\(.)/gs, "$1");
  };
  const readNode = (): TreeNode => {
    const type = tokens[at++]!;
    const fields: Record<string, TreeValue> = {};
    while (tokens[at] !== "}") {
      const name = tokens[at++]!.slice(1);
      const values: TreeValue[] = [];
      while (tokens[at] !== "}" && !tokens[at]!.startsWith(":")) values.push(readValue());
      fields[name] = values.length === 1 ? values[0]! : values;
    }
    at += 1;
    return { type, fields };
  };
  return readValue();
}

export function isNode(value: TreeValue | undefined): value is TreeNode {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A field with a list of nodes; empty if absent. */
export function nodesIn(node: TreeNode, field: string): TreeNode[] {
  const value = node.fields[field];
  return Array.isArray(value) ? value.filter(isNode) : [];
}

/** A field with one node; null if absent. */
export function nodeIn(node: TreeNode, field: string): TreeNode | null {
  const value = node.fields[field];
  return isNode(value) ? value : null;
}

export function numberIn(node: TreeNode, field: string): number {
  return Number(node.fields[field]);
}

/** Whether the set of relations in a field has members. `(b)` is an empty set. */
export function hasMembers(node: TreeNode, field: string): boolean {
  const value = node.fields[field];
  return Array.isArray(value) && value.length > 1;
}
