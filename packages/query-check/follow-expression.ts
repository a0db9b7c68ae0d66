/**
 * Follows expressions through the sources to their templates and literals: through variables, properties, parameters
 * and results of functions.
 */
import {
  isArrayBindingPattern,
  isArrayLiteralExpression,
  isArrowFunction,
  isAsExpression,
  isBinaryExpression,
  isBindingElement,
  isBlock,
  isCallExpression,
  isConditionalExpression,
  isElementAccessExpression,
  isForOfStatement,
  isFunctionDeclaration,
  isFunctionExpression,
  isIdentifier,
  isMethodDeclaration,
  isNonNullExpression,
  isObjectLiteralExpression,
  isParameterDeclaration,
  isParenthesizedExpression,
  isPropertyAccessExpression,
  isPropertyAssignment,
  isReturnStatement,
  isSatisfiesExpression,
  isShorthandPropertyAssignment,
  isSpreadAssignment,
  isSpreadElement,
  isStringLiteral,
  isVariableDeclaration,
  SyntaxKind,
  type ArrowFunction,
  type BindingElement,
  type CallExpression,
  type ConditionalExpression,
  type FunctionDeclaration,
  type FunctionExpression,
  type MethodDeclaration,
  type Node,
} from "typescript/unstable/ast";

import type { SourceTypes } from "./source-types.ts";

/** Thrown for a part of a statement that cannot be derived from the sources. */
export class UnreadableFragment extends Error {}

type FunctionNode = FunctionDeclaration | FunctionExpression | ArrowFunction | MethodDeclaration;

/** A call that is followed. Inside the called function, parameters have the values of the call's arguments. */
export interface Frame {
  called: FunctionNode;
  call: CallExpression;
  outer: Frame | null;
}

/** An expression, with the calls that lead to it. */
export interface Found {
  node: Node;
  frame: Frame | null;
}

/**
 * The alternative that was chosen at each fork. The key is a node, or the same text for all equal conditions of one
 * function.
 */
export type Choices = Map<Node | string, number>;

/** Thrown if a statement has alternatives: at a condition, or in a function with several callers. */
export class Fork extends Error {
  readonly at: Node | string;
  readonly ways: number;

  constructor(at: Node | string, ways: number) {
    super("fork");
    this.at = at;
    this.ways = ways;
  }
}

export class ExpressionFollower {
  private readonly sources: SourceTypes;
  private readonly choices: Choices;

  constructor(sources: SourceTypes, choices: Choices) {
    this.sources = sources;
    this.choices = choices;
  }

  /** Follows an expression to a template, a literal or an unknown value. Takes one alternative at each fork. */
  follow({ node, frame }: Found): Found {
    if (
      isParenthesizedExpression(node) ||
      isAsExpression(node) ||
      isNonNullExpression(node) ||
      isSatisfiesExpression(node)
    ) {
      return this.follow({ node: node.expression, frame });
    }
    if (isConditionalExpression(node)) {
      const way = this.choose(conditionKey(node), 2);
      return this.follow({ node: way === 0 ? node.whenTrue : node.whenFalse, frame });
    }
    if (isBinaryExpression(node) && node.operatorToken.kind === SyntaxKind.QuestionQuestionToken) {
      const left = this.follow({ node: node.left, frame });
      return isNothing(left.node) ? this.follow({ node: node.right, frame }) : left;
    }
    if (isIdentifier(node) && node.text !== "undefined") return this.followName(node, frame);
    if (isPropertyAccessExpression(node)) {
      return this.property(this.follow({ node: node.expression, frame }), node.name.text) ?? { node, frame };
    }
    if (isElementAccessExpression(node)) {
      const holder = this.follow({ node: node.expression, frame });
      return this.oneProperty(holder, node) ?? { node, frame };
    }
    if (isCallExpression(node)) return this.followCall(node, frame);
    return { node, frame };
  }

  private followName(node: Node, frame: Frame | null): Found {
    const declaration = this.sources.declarationOf(node);
    return declaration ? (this.followDeclaration(declaration, frame) ?? { node, frame }) : { node, frame };
  }

  private followDeclaration(declaration: Node, frame: Frame | null): Found | null {
    if (isFunction(declaration)) return { node: declaration, frame };
    if (isParameterDeclaration(declaration)) return this.followParameter(declaration, frame);
    if (isBindingElement(declaration)) {
      if (isArrayBindingPattern(declaration.parent)) return this.followEntry(declaration, frame);
      const holder = this.followDeclaration(declaration.parent.parent, frame);
      const name = declaration.propertyName ?? declaration.name;
      if (!holder || !name || !isIdentifier(name)) return null;
      const value = this.property(holder, name.text);
      if (value && !isNothing(value.node)) return value;
      return declaration.initializer ? this.follow({ node: declaration.initializer, frame }) : value;
    }
    if (!isVariableDeclaration(declaration)) return null;
    if (declaration.initializer) return this.follow({ node: declaration.initializer, frame });
    const loop = declaration.parent.parent;
    return isForOfStatement(loop) ? this.element({ node: loop.expression, frame }, declaration) : null;
  }

  private followParameter(parameter: Node, frame: Frame | null): Found | null {
    const called = parameter.parent as FunctionNode;
    const index = called.parameters.indexOf(parameter as never);
    for (let at = frame; at; at = at.outer) {
      if (at.called === called) return this.argument(called, at.call, index, at.outer);
    }
    const { parent } = called;
    if (parent && isCallExpression(parent) && isPropertyAccessExpression(parent.expression) && index === 0) {
      return this.element({ node: parent.expression.expression, frame }, parameter);
    }
    const calls = this.sources.callsOf(isArrowFunction(called) || isFunctionExpression(called) ? parent : called);
    if (calls.length === 0)
      throw new UnreadableFragment(`no call of the function with ${parameter.getText()} was found`);
    const call = calls[this.choose(called, calls.length)]!;
    return this.argument(called, call, index, null);
  }

  private argument(called: FunctionNode, call: CallExpression, index: number, frame: Frame | null): Found {
    const given = call.arguments[index];
    if (given) return this.follow({ node: given, frame });
    const initial = called.parameters[index]?.initializer;
    return initial ? this.follow({ node: initial, frame }) : { node: nothing, frame };
  }

  private followCall(call: CallExpression, frame: Frame | null): Found {
    if (isPropertyAccessExpression(call.expression) && isSql(call.expression.expression)) return { node: call, frame };
    const { node: called } = this.follow({ node: call.expression, frame });
    if (!isFunction(called) || !called.body) return { node: call, frame };
    const inside: Frame = { called, call, outer: frame };
    if (!isBlock(called.body)) return this.follow({ node: called.body, frame: inside });
    const answers = returnsOf(called.body);
    if (answers.length === 0) return { node: call, frame };
    const answer = answers.length === 1 ? answers[0]! : answers[this.choose(call, answers.length)]!;
    return this.follow({ node: answer, frame: inside });
  }

  /** Finds a property of an object literal; null if the object is not a literal. */
  private property(holder: Found, name: string): Found | null {
    if (isNothing(holder.node)) return holder;
    if (!isObjectLiteralExpression(holder.node)) return null;
    for (const property of [...holder.node.properties].reverse()) {
      if (isSpreadAssignment(property)) {
        const value = this.property(this.follow({ node: property.expression, frame: holder.frame }), name);
        if (value && !isNothing(value.node)) return value;
      } else if (property.name && nameText(property.name) === name) {
        if (isPropertyAssignment(property)) return this.follow({ node: property.initializer, frame: holder.frame });
        if (isMethodDeclaration(property)) return { node: property, frame: holder.frame };
        if (isShorthandPropertyAssignment(property)) return this.followShorthand(property, holder.frame);
      }
    }
    return { node: nothing, frame: null };
  }

  private followShorthand(property: Node, frame: Frame | null): Found {
    const declaration = this.sources.declarationOf(property);
    return (declaration && this.followDeclaration(declaration, frame)) ?? { node: property, frame };
  }

  /** Finds an element of a list literal, or of `Object.values` of an object literal. */
  private element(list: Found, at: Node): Found | null {
    const { node, frame } = this.follow(list);
    if (isArrayLiteralExpression(node)) {
      const chosen = node.elements[this.choose(at, node.elements.length)]!;
      if (isSpreadElement(chosen)) return this.element({ node: chosen.expression, frame }, chosen);
      return this.follow({ node: chosen, frame });
    }
    if (!isCallExpression(node) || node.expression.getText() !== "Object.values") return null;
    return this.oneProperty(this.follow({ node: node.arguments[0]!, frame }), at);
  }

  /** Finds `value` of `for (const [name, value] of Object.entries(object))`. */
  private followEntry(declaration: BindingElement, frame: Frame | null): Found | null {
    const pattern = declaration.parent;
    const loop = pattern.parent.parent?.parent;
    const isValue = isArrayBindingPattern(pattern) && pattern.elements.indexOf(declaration as never) === 1;
    if (!isValue || !loop || !isForOfStatement(loop)) return null;
    const { node } = this.follow({ node: loop.expression, frame });
    if (!isCallExpression(node) || node.expression.getText() !== "Object.entries") return null;
    return this.oneProperty(this.follow({ node: node.arguments[0]!, frame }), loop);
  }

  /** Chooses one of the properties of an object literal. */
  private oneProperty({ node, frame }: Found, at: Node): Found | null {
    if (!isObjectLiteralExpression(node)) return null;
    const property = node.properties[this.choose(at, node.properties.length)]!;
    return isPropertyAssignment(property) ? this.follow({ node: property.initializer, frame }) : null;
  }

  private choose(at: Node | string, ways: number): number {
    const way = this.choices.get(at);
    if (way === undefined) throw new Fork(at, ways);
    return way;
  }
}

/** The value of a missing argument or property. */
export const nothing = { kind: SyntaxKind.Unknown } as Node;

function isNothing(node: Node): boolean {
  return node === nothing || (isIdentifier(node) && node.text === "undefined") || node.kind === SyntaxKind.NullKeyword;
}

function isFunction(node: Node): node is FunctionNode {
  return (
    isFunctionDeclaration(node) || isFunctionExpression(node) || isArrowFunction(node) || isMethodDeclaration(node)
  );
}

/**
 * The key of a condition. Equal conditions of one function have the same key, so that the same alternative is chosen
 * for them.
 */
export function conditionKey({ condition }: ConditionalExpression): string {
  let at: Node = condition;
  while (at.parent && !isFunction(at)) at = at.parent;
  return `${condition.getSourceFile().fileName}:${at.pos}:${condition.getText()}`;
}

/** Whether this is the name of the `sql` tag. */
export function isSql(node: Node): boolean {
  return isIdentifier(node) && node.text === "sql";
}

function nameText(name: Node): string {
  return isIdentifier(name) || isStringLiteral(name) ? name.text : "";
}

function returnsOf(body: Node): Node[] {
  const answers: Node[] = [];
  const visit = (node: Node): void => {
    if (isFunction(node)) return;
    if (isReturnStatement(node) && node.expression) answers.push(node.expression);
    node.forEachChild(visit);
  };
  body.forEachChild(visit);
  return answers;
}

/** The error for an expression that does not lead to a template. */
export function unreadable(node: Node): UnreadableFragment {
  const text = node === nothing ? "undefined" : node.getText();
  return new UnreadableFragment(`\`${text.slice(0, 60)}\` cannot be followed to a template`);
}
