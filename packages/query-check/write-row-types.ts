/**
 * Writes the row types of queries into the sources, as PostgreSQL describes the statements. Adds a type if rows are
 * read without one, and corrects wrong types with as few changes as possible.
 */
import pg from "pg";
import { type Checker, SymbolFlags } from "typescript/unstable/sync";
import {
  isArrayTypeNode,
  isCallExpression,
  isInterfaceDeclaration,
  isLiteralTypeNode,
  isParenthesizedTypeNode,
  isPropertySignatureDeclaration,
  isTypeAliasDeclaration,
  isTypeLiteralNode,
  isTypeReferenceNode,
  isUnionTypeNode,
  SyntaxKind,
  type CallExpression,
  type InterfaceDeclaration,
  type Node,
  type PropertySignatureDeclaration,
  type TypeLiteralNode,
  type TypeNode,
} from "typescript/unstable/ast";

import { describeStatement } from "./describe-statement.ts";
import { readCatalogue, type RowRules } from "./catalogue.ts";
import { TypeComparer } from "./compare-types.ts";
import { readsRows } from "./reads-rows.ts";
import { renderField, renderObject, renderType } from "./render-type.ts";
import { oneOf, type Described } from "./shapes.ts";
import type { Sources } from "./statements.ts";

type Columns = Map<string, Described>;
type Fields = TypeLiteralNode | InterfaceDeclaration;
/** The row type to correct, or the call that gets a row type. */
type Place = Fields | CallExpression;

/** Returns the new texts of the files whose row types were missing or wrong, by file name. */
export async function writeRowTypes(sources: Sources, pool: pg.Pool, rules: RowRules): Promise<Map<string, string>> {
  const editor = new TypeEditor(sources.checker);
  for (const [place, answers] of await askAll(sources, pool, rules)) {
    if (isCallExpression(place)) editor.addRowType(place, merge(answers));
    else editor.correctFields(place, merge(answers), new Set(answers.flatMap((some) => [...some.keys()])), false);
  }
  return editor.newTexts();
}

/** Reads the result columns of all statements, grouped by row type. */
async function askAll(sources: Sources, pool: pg.Pool, rules: RowRules): Promise<Map<Place, Columns[]>> {
  const answers = new Map<Place, Columns[]>();
  const client = await pool.connect();
  try {
    const catalogue = await readCatalogue(client, rules);
    for (const { call, text } of sources.statements) {
      const given = call.typeArguments?.[0];
      const place = given ? findFields(given, sources) : readsRows(call) ? call : null;
      if (!place) continue;
      const answer = await describeStatement(client, catalogue, text).catch((error: unknown) => {
        if (!(error instanceof pg.DatabaseError)) throw error;
        return null; // the check reports it
      });
      if (answer && answer.columns.size > 0) answers.set(place, [...(answers.get(place) ?? []), answer.columns]);
    }
  } finally {
    client.release();
  }
  return answers;
}

/**
 * Finds the declaration of the fields of a row type, if it belongs to the project: in place, or as an interface or
 * type.
 */
function findFields(type: TypeNode, { checker, isOwn }: Sources): Fields | null {
  if (isTypeLiteralNode(type)) return type;
  if (!isTypeReferenceNode(type) || type.typeArguments) return null;
  const named = checker.getSymbolAtLocation(type.typeName);
  if (!named) return null;
  const symbol = named.flags & SymbolFlags.Alias ? checker.getAliasedSymbol(named) : named;
  const declaration = symbol.declarations[0]?.resolve();
  if (!declaration || !isOwn(declaration.getSourceFile().fileName)) return null;
  if (isInterfaceDeclaration(declaration)) return declaration.heritageClauses ? null : declaration;
  return isTypeAliasDeclaration(declaration) && isTypeLiteralNode(declaration.type) ? declaration.type : null;
}

/** The columns that all statements have in common. */
function merge(answers: Columns[]): Columns {
  const [first, ...others] = answers;
  const shared = [...first!].filter(([name]) => others.every((columns) => columns.has(name)));
  return new Map(shared.map(([name, column]) => [name, oneOf([column, ...others.map((other) => other.get(name)!)])]));
}

class TypeEditor {
  private readonly checker: Checker;
  private readonly comparer: TypeComparer;
  private readonly edits = new Map<string, { text: string; changes: { start: number; end: number; text: string }[] }>();

  constructor(checker: Checker) {
    this.checker = checker;
    this.comparer = new TypeComparer(checker);
  }

  addRowType({ expression }: CallExpression, columns: Columns): void {
    this.change(expression, expression.getEnd(), expression.getEnd(), `<${renderObject(columns, false)}>`);
  }

  /**
   * Corrects the fields of a type. `ofSome` are fields that only some of the statements return; these are not changed.
   */
  correctFields(type: Fields, fields: Columns, ofSome: Set<string>, isInJson: boolean): void {
    const written = type.members.filter(isPropertySignatureDeclaration);
    if (written.length < type.members.length) return;
    const kept = written.filter(
      (member) => member.postfixToken || fields.has(nameOf(member)) || ofSome.has(nameOf(member)),
    );
    for (const member of written) {
      const field = fields.get(nameOf(member));
      if (field) this.correctType(member.type, field, isInJson);
      else if (!kept.includes(member)) this.change(member, member.getFullStart(), member.getEnd(), "");
    }
    const names = new Set(kept.map(nameOf));
    const added = [...fields].filter(([name]) => !names.has(name));
    if (added.length === 0) return;
    const last = kept.at(-1);
    if (last && !/[;,]$/.test(last.getText())) this.change(last, last.getEnd(), last.getEnd(), ";");
    const text = added.map(([name, field]) => ` ${renderField(name, field, isInJson)};`).join("");
    this.change(type, type.getEnd() - 1, type.getEnd() - 1, text);
  }

  /** Corrects the wrong parts of a type. Keeps the names of types that are right. */
  private correctType(type: TypeNode, field: Described, isInJson: boolean): void {
    const claimed = this.checker.getTypeFromTypeNode(type)!;
    if (this.comparer.isRight(claimed, field, isInJson)) return;
    const { shape, isNullable } = field;
    if (this.comparer.isRight(claimed, { shape, isNullable: false }, isInJson)) return this.addNull(type);
    const inner = withoutNull(type);
    const json = shape.kind === "json" ? shape.value : null;
    const isObject = json?.kind === "object" && inner !== null && isTypeLiteralNode(inner);
    const isList = json?.kind === "array" && inner !== null && isArrayTypeNode(inner);
    if ((isObject || isList) && isNullable && inner === type) this.addNull(type);
    if (isObject) this.correctFields(inner, json.fields, new Set(), true);
    else if (isList) this.correctType(inner.elementType, json.of, true);
    else this.change(type, type.getStart(), type.getEnd(), renderType(field, isInJson));
  }

  private addNull(type: TypeNode): void {
    const isElement = isArrayTypeNode(type.parent);
    if (isElement) this.change(type, type.getStart(), type.getStart(), "(");
    this.change(type, type.getEnd(), type.getEnd(), isElement ? " | null)" : " | null");
  }

  private change(node: Node, start: number, end: number, text: string): void {
    const { fileName, text: before } = node.getSourceFile();
    const file = this.edits.get(fileName) ?? { text: before, changes: [] };
    this.edits.set(fileName, file);
    file.changes.push({ start, end, text });
  }

  /** The texts of the changed files. */
  newTexts(): Map<string, string> {
    return new Map(
      [...this.edits].map(([name, { text, changes }]) => {
        const ordered = changes.toSorted((one, other) => one.start - other.start);
        let at = 0;
        let changed = "";
        for (const change of ordered) {
          changed += text.slice(at, change.start) + change.text;
          at = change.end;
        }
        return [name, changed + text.slice(at)];
      }),
    );
  }
}

function nameOf({ name }: PropertySignatureDeclaration): string {
  return name.getText().replaceAll(/^["']|["']$/g, "");
}

/** Removes null from a type; returns null if several types remain. */
function withoutNull(type: TypeNode): TypeNode | null {
  if (isParenthesizedTypeNode(type)) return withoutNull(type.type);
  if (!isUnionTypeNode(type)) return type;
  const others = type.types.filter((part) => !isLiteralTypeNode(part) || part.literal.kind !== SyntaxKind.NullKeyword);
  return others.length === 1 ? others[0]! : null;
}
