import {
  isArrayBindingPattern,
  isArrayLiteralExpression,
  isAwaitExpression,
  isBindingElement,
  isCallExpression,
  isIdentifier,
  isObjectBindingPattern,
  isParenthesizedExpression,
  isPropertyAccessExpression,
  isVariableDeclaration,
  type Node,
} from "typescript/unstable/ast";

/**
 * Whether the rows of a result are used at the call: `(await …).rows`, `const { rows } = await …`, or as one of several
 * results: `const [{ rows }, …] = await Promise.all([…])`.
 */
export function readsRows(answer: Node): boolean {
  const { parent } = answer;
  if (isAwaitExpression(parent) || isParenthesizedExpression(parent)) return readsRows(parent);
  if (isPropertyAccessExpression(parent)) return parent.name.text === "rows";
  if (isVariableDeclaration(parent)) return takesRows(parent.name);
  if (!isArrayLiteralExpression(parent) || !isCallExpression(parent.parent)) return false;
  const awaited = parent.parent.parent;
  const all = isAwaitExpression(awaited) ? awaited.parent : awaited;
  if (!isVariableDeclaration(all) || !isArrayBindingPattern(all.name)) return false;
  const taken = all.name.elements[parent.elements.indexOf(answer as never)];
  return taken !== undefined && isBindingElement(taken) && takesRows(taken.name);
}

function takesRows(name: Node | undefined): boolean {
  if (!name || !isObjectBindingPattern(name)) return false;
  return name.elements.some((element) => {
    const property = element.propertyName ?? element.name;
    return property !== undefined && isIdentifier(property) && property.text === "rows";
  });
}
