import type { Catalogue } from "./catalogue.ts";
import { nodeIn, nodesIn, numberIn, type TreeNode } from "./node-tree.ts";

/** Returns the conditions that every row must satisfy: WHERE, and ON of inner joins. */
export function joinTests(from: TreeNode): TreeNode[] {
  if (from.type === "JOINEXPR" && from.fields.jointype !== "0") return [];
  const own = nodeIn(from, "quals");
  const parts = [...nodesIn(from, "fromlist"), nodeIn(from, "larg"), nodeIn(from, "rarg")];
  return [...(own ? [own] : []), ...parts.flatMap((part) => (part ? joinTests(part) : []))];
}

/**
 * Whether a condition can be true only if the expression that `isIt` recognises is not null, such as `x is not null and
 * …`, `x < 5` or `x`.
 */
export function demands(test: TreeNode, isIt: (node: TreeNode) => boolean, catalogue: Catalogue): boolean {
  const isDirect = (node: TreeNode | null): boolean =>
    node !== null && (node.type === "RELABELTYPE" ? isDirect(nodeIn(node, "arg")) : isIt(node));
  if (test.type === "BOOLEXPR" && test.fields.boolop === "and") {
    return nodesIn(test, "args").some((part) => demands(part, isIt, catalogue));
  }
  if (test.type === "NULLTEST") return test.fields.nulltesttype === "1" && isDirect(nodeIn(test, "arg"));
  if (test.type !== "OPEXPR" && test.type !== "SCALARARRAYOPEXPR") return isDirect(test);
  const code = catalogue.operators.get(numberIn(test, "opno")) ?? 0;
  return Boolean(catalogue.functions.get(code)?.isStrict) && nodesIn(test, "args").some(isDirect);
}
