/** Lint rules that require every statement to be a template of the `sql` tag, where `npm run check` reads it. */

/** The fields of a syntax tree node that the rules use. */
interface Node {
  type: string;
  name?: string;
  value?: unknown;
  object?: Node;
  property?: Node;
  callee?: Node;
  arguments?: Node[];
}

interface Context {
  report(found: { node: Node; message: string }): void;
}

const noRaw = {
  create: (context: Context) => ({
    MemberExpression(node: Node) {
      if (node.object?.name === "sql" && node.property?.name === "raw")
        context.report({ node, message: "sql.raw is for db/ and tests: write a template, or a table of templates." });
    },
  }),
};

const noStringStatement = {
  create: (context: Context) => ({
    CallExpression(node: Node) {
      const { callee, arguments: [statement] = [] } = node;
      const isText = statement?.type === "TemplateLiteral" || typeof statement?.value === "string";
      if (callee?.type === "MemberExpression" && callee.property?.name === "query" && isText)
        context.report({ node, message: "Use execute(sql`…`): a statement that is a string is not checked." });
    },
  }),
};

export default {
  meta: { name: "checked-sql" },
  rules: { "no-raw": noRaw, "no-string-statement": noStringStatement },
};
