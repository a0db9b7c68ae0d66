/** Composes the texts that an SQL expression can have, by following it through the sources. */
import { createRequire } from "node:module";

import type { Type } from "typescript/unstable/sync";
import {
  isArrowFunction,
  isCallExpression,
  isConditionalExpression,
  isIdentifier,
  isNoSubstitutionTemplateLiteral,
  isPropertyAccessExpression,
  isStringLiteral,
  isTaggedTemplateExpression,
  type CallExpression,
  type Node,
  type TaggedTemplateExpression,
} from "typescript/unstable/ast";

import {
  conditionKey,
  ExpressionFollower,
  Fork,
  isSql,
  nothing,
  unreadable,
  UnreadableFragment,
  type Choices,
  type Found,
  type Frame,
} from "./follow-expression.ts";
import type { SourceTypes } from "./source-types.ts";

/** A column of an exported list, for `sql.columns` and `sql.arrays`. */
interface NamedColumn {
  name: string;
  type: string;
}

const load = createRequire(import.meta.url) as (file: string) => Record<string, unknown>;

/** A statement as it is sent to PostgreSQL, with the TypeScript types of its parameters. */
export interface Composed {
  text: string;
  values: Type[];
}

const maxVariants = 400;

/** Whether values of this type are parts of a statement, not parameters. */
export function isSqlType(type: Type | undefined): boolean {
  if (!type) return false;
  if (type.isUnionType()) return type.getTypes()?.some(isSqlType) ?? false;
  return type.getSymbol()?.name === "SQL";
}

/**
 * Returns every text that an expression of type SQL can have: one for each branch, and for each caller of its function.
 */
export function composeStatement(expression: Node, sources: SourceTypes): Composed[] {
  const composed: Composed[] = [];
  const open: Choices[] = [new Map()];
  while (open.length > 0) {
    const choices = open.pop()!;
    try {
      const parts: Composed = { text: "", values: [] };
      new Composer(sources, choices).append(parts, { node: expression, frame: null });
      composed.push(parts);
    } catch (error) {
      if (!(error instanceof Fork)) throw error;
      if (composed.length + open.length + error.ways > maxVariants) {
        throw new UnreadableFragment(`it can be composed in more than ${maxVariants} ways`);
      }
      for (let way = 0; way < error.ways; way += 1) open.push(new Map(choices).set(error.at, way));
    }
  }
  return composed;
}

class Composer {
  private readonly sources: SourceTypes;
  private readonly choices: Choices;
  private readonly follower: ExpressionFollower;

  constructor(sources: SourceTypes, choices: Choices) {
    this.sources = sources;
    this.choices = choices;
    this.follower = new ExpressionFollower(sources, choices);
  }

  /** Appends the text of an expression. Throws Fork if there are several alternatives. */
  append(parts: Composed, found: Found): void {
    const at = this.follower.follow(found);
    if (isTaggedTemplateExpression(at.node)) this.appendTemplate(parts, at.node, at.frame);
    else if (at.node === nothing) throw unreadable(at.node);
    else if (!isSqlType(this.sources.typeAt(at.node))) this.appendValue(parts, at);
    else if (isCallExpression(at.node)) this.appendBuiltIn(parts, at.node, at.frame);
    else throw unreadable(at.node);
  }

  private appendTemplate(parts: Composed, { template }: TaggedTemplateExpression, frame: Frame | null) {
    if (isNoSubstitutionTemplateLiteral(template)) {
      parts.text += template.text;
      return;
    }
    parts.text += template.head.text;
    for (const { expression, literal } of template.templateSpans) {
      const type = this.sources.typeAt(expression);
      if (isSqlType(type)) this.append(parts, { node: expression, frame });
      else this.appendValue(parts, { node: expression, frame });
      parts.text += literal.text;
    }
  }

  private appendValue(parts: Composed, { node }: Found) {
    const way = isConditionalExpression(node) ? this.choices.get(conditionKey(node)) : undefined;
    const taken =
      way === undefined || !isConditionalExpression(node) ? node : way === 0 ? node.whenTrue : node.whenFalse;
    parts.values.push(this.sources.typeAt(taken));
    parts.text += `$${parts.values.length}`;
  }

  /**
   * Appends `sql.raw(text)`, `sql.identifier(name)`, `sql.limit(rows)`, `sql.columns` or `sql.arrays` of an exported list,
   * or one part of `sql.list(items.map(partOf))`.
   */
  private appendBuiltIn(parts: Composed, call: CallExpression, frame: Frame | null) {
    const callee = call.expression;
    const name = isPropertyAccessExpression(callee) && isSql(callee.expression) ? callee.name.text : "";
    const [argument, second] = call.arguments;
    if (name === "columns" || name === "arrays") {
      const columns = this.exportedColumns(argument!);
      if (name === "columns") {
        const alias = second && isStringLiteral(second) ? `${second.text}.` : "";
        parts.text += columns.map((column) => alias + column.name).join(", ");
      } else parts.text += columns.map(({ type }) => `$${parts.values.push(undefined as never)}::${type}[]`).join(", ");
    } else if (name === "raw" || name === "identifier") {
      const { node } = this.follower.follow({ node: argument!, frame });
      if (!isStringLiteral(node) && !isNoSubstitutionTemplateLiteral(node)) throw unreadable(argument!);
      parts.text += name === "raw" ? node.text : `"${node.text}"`;
    } else if (name === "limit") {
      parts.text += "limit 1";
    } else if (name === "list" && argument && isCallExpression(argument)) {
      const { node } = this.follower.follow({ node: argument.arguments[0]!, frame });
      if (!isArrowFunction(node)) throw unreadable(argument);
      this.append(parts, { node: node.body, frame });
    } else {
      throw unreadable(call);
    }
  }

  /** Loads the module to read an exported list, because the list is computed from the fields of a record. */
  private exportedColumns(name: Node): NamedColumn[] {
    const declaration = this.sources.declarationOf(name);
    if (!declaration || !isIdentifier(name)) throw unreadable(name);
    const columns: unknown = load(declaration.getSourceFile().fileName)[name.text];
    if (!Array.isArray(columns)) throw unreadable(name);
    return columns as NamedColumn[];
  }
}
