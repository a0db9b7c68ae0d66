/**
 * Lint rules for pages that browsers may translate. A translation replaces text nodes. Afterwards React can update a
 * text reliably only if the text is the only child of its element: see `app/client/translated-pages.ts`.
 */

/** The properties of syntax tree nodes that the rules read. */
interface Node {
  type: string;
  children?: Node[];
  expression?: Node;
  consequent?: Node;
  alternate?: Node;
  right?: Node;
  callee?: { name?: string };
  value?: unknown;
}

interface Context {
  report(found: { node: Node; message: string }): void;
}

const isText = (node: Node): boolean =>
  node.type === "TemplateLiteral" || (node.type === "Literal" && typeof node.value === "string" && node.value !== "");

/** A conditional text, or one of two texts. */
function isChangingText(node: Node): boolean {
  if (node.type === "ConditionalExpression")
    return [node.consequent, node.alternate].some((branch) => branch && (isText(branch) || isChangingText(branch)));
  const { type, right } = node;
  return type === "LogicalExpression" && right !== undefined && (isText(right) || isChangingText(right));
}

/** Whether a node is a child in the page. White space with line breaks between tags is not. */
const isChild = ({ type, value, expression }: Node): boolean =>
  type === "JSXText" ? !/^\s*\n\s*$/.test(String(value)) : expression?.type !== "JSXEmptyExpression";

function checkChildren(children: Node[], context: Context) {
  const shown = children.filter(isChild);
  for (const child of shown) {
    const { type, expression } = child;
    if (type !== "JSXExpressionContainer" || !expression) continue;
    if (expression.type === "CallExpression" && /^format(Paise|Signed)$/.test(expression.callee?.name ?? ""))
      context.report({ node: child, message: "Write a sum as <Money paise={…} />." });
    else if (shown.length > 1 && isChangingText(expression))
      context.report({
        node: child,
        message: "A text that appears, disappears or changes next to other texts needs its own element.",
      });
  }
}

const textsAlone = {
  create: (context: Context) => ({
    JSXElement: ({ children = [] }: Node) => checkChildren(children, context),
    JSXFragment: ({ children = [] }: Node) => checkChildren(children, context),
  }),
};

export default { meta: { name: "translatable" }, rules: { "texts-alone": textsAlone } };
