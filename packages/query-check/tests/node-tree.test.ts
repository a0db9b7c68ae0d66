import { expect, test } from "vitest";

import { hasMembers, isNode, nodesIn, parseNodeTree } from "#query-check/node-tree.ts";

test("a parse tree is read with its lists, its words and what is empty", () => {
  const tree = parseNodeTree(
    String.raw`{QUERY :cte <> :names ("a\ b" c) :varno 1 :nullingrels (b 2) :none (b) :list ({VAR :x 1})}`,
  );
  expect(tree).toEqual({
    type: "QUERY",
    fields: {
      cte: null,
      names: ["a b", "c"],
      varno: "1",
      nullingrels: ["b", "2"],
      none: ["b"],
      list: [{ type: "VAR", fields: { x: "1" } }],
    },
  });
  if (!isNode(tree)) throw new Error("not a node");
  expect(nodesIn(tree, "list")).toHaveLength(1);
  expect([hasMembers(tree, "nullingrels"), hasMembers(tree, "none")]).toEqual([true, false]);
  expect(() => parseNodeTree("{VAR :x (1")).toThrow("ends too early");
});
