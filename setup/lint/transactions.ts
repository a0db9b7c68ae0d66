/** A lint rule: if statements of one transaction are sent together, `inOrder` must make their order visible. */

interface Node {
  type: string;
  [part: string]: unknown;
}

interface CallExpression extends Node {
  callee: { object?: { name?: string }; property?: { name?: string } };
  arguments: Node[];
}

interface Context {
  report(found: { node: Node; message: string }): void;
}

const isNode = (part: unknown): part is Node => typeof part === "object" && part !== null && "type" in part;

/**
 * Whether a node uses `tx`, the usual name of a transaction. A transaction that begins inside the node does not count.
 */
function usesTransaction({ parent: _, ...node }: Node): boolean {
  const { params } = node as { params?: { name?: string }[] };
  if (Array.isArray(params) && params.some(({ name }) => name === "tx")) return false;
  if (node.type === "Identifier" && node.name === "tx") return true;
  return Object.values(node)
    .flat()
    .some((part) => isNode(part) && usesTransaction(part));
}

const inOrder = {
  create: (context: Context) => ({
    CallExpression(node: CallExpression) {
      const { object, property } = node.callee;
      if (object?.name !== "Promise" || !property?.name?.startsWith("all")) return;
      if (node.arguments.some(usesTransaction))
        context.report({ node, message: "Use inOrder (#db/transaction.ts) for the statements of a transaction." });
    },
  }),
};

export default { meta: { name: "transactions" }, rules: { "in-order": inOrder } };
