/** Describes the columns of a parsed query: type, possible values, JSON structure, and whether each can be null. */
import type { Catalogue } from "./catalogue.ts";
import { hasMembers, isNode, nodeIn, nodesIn, numberIn, type TreeNode, type TreeValue } from "./node-tree.ts";
import { demands, joinTests } from "./conditions.ts";
import { Nullability, type Scopes } from "./nullability.ts";
import { oneOf, unknownColumn, unknownJson, type Described, type JsonShape, type Shape } from "./shapes.ts";

const boolean = 16;
const text = 25;
const json = new Set([114, 3802]);
const rowFunctions = new Set([
  "unnest",
  "generate_series",
  "regexp_split_to_table",
  "string_to_table",
  "jsonb_array_elements_text",
]);

/** Describes each column of a query, as far as the statement itself determines it. */
export class RowDescriber {
  private readonly catalogue: Catalogue;
  private readonly nullability: Nullability;
  private depth = 0;
  /** The conditions of the CASE branches that are currently described, with their queries. */
  private readonly conditions: { query: TreeNode; test: TreeNode }[] = [];

  constructor(catalogue: Catalogue) {
    this.catalogue = catalogue;
    this.nullability = new Nullability(catalogue, this);
  }

  /** Describes the columns of a query, in their order. */
  describe(query: TreeNode): Map<string, Described> {
    return this.columnsOf([query]);
  }

  private columnsOf(scopes: Scopes): Map<string, Described> {
    const nameAt = (column: TreeNode) => this.catalogue.nameOf(String(column.fields.resname));
    return new Map(targets(scopes.at(-1)!).map((column, place) => [nameAt(column), this.column(scopes, place)]));
  }

  /** Describes the column at this position of the innermost query. */
  column(scopes: Scopes, place: number): Described {
    const query = scopes.at(-1)!;
    const target = targets(query)[place];
    if (!target) return unknownColumn;
    if (!nodeIn(query, "setOperations")) return this.expression(scopes, nodeIn(target, "expr")!);
    if (this.depth > 40) return { shape: this.typed(typeOf(nodeIn(target, "expr")!)), isNullable: false };
    this.depth += 1;
    const leaves = nodesIn(query, "rtable").flatMap((entry) => {
      const leaf = nodeIn(entry, "subquery");
      return leaf ? [this.column([...scopes, leaf], place)] : [];
    });
    this.depth -= 1;
    return leaves.length === 0 ? this.expression(scopes, nodeIn(target, "expr")!) : oneOf(leaves);
  }

  private expression(scopes: Scopes, node: TreeNode): Described {
    const shape = this.shape(scopes, node);
    return { shape, isNullable: this.nullability.isNullable(scopes, node) };
  }

  private shape(scopes: Scopes, node: TreeNode): Shape {
    switch (node.type) {
      case "VAR":
        return this.variable(scopes, node).shape;
      case "CONST":
        return this.constant(node);
      case "RELABELTYPE":
      case "COERCETODOMAIN":
        return this.shape(scopes, nodeIn(node, "arg")!);
      case "COALESCEEXPR":
      case "COALESCE":
      case "MINMAX":
      case "MINMAXEXPR":
        return oneOf(nodesIn(node, "args").map((arg) => this.expression(scopes, arg))).shape;
      case "CASEEXPR":
      case "CASE":
        return oneOf(this.caseResults(scopes, node)).shape;
      case "SUBLINK":
        return this.subLink(scopes, node);
      case "FUNCEXPR":
        return this.functionResult(scopes, node);
      case "AGGREF":
        return this.aggregate(scopes, node);
      default:
        return this.typed(typeOf(node));
    }
  }

  /** Describes the results of a CASE, each under its condition. */
  caseResults(scopes: Scopes, node: TreeNode): Described[] {
    const results = nodesIn(node, "args").map((when) => {
      this.conditions.push({ query: scopes.at(-1)!, test: nodeIn(when, "expr")! });
      const result = this.expression(scopes, nodeIn(when, "result")!);
      this.conditions.pop();
      return result;
    });
    const otherwise = nodeIn(node, "defresult");
    return otherwise ? [...results, this.expression(scopes, otherwise)] : results;
  }

  private subLink(scopes: Scopes, node: TreeNode): Shape {
    const kind = numberIn(node, "subLinkType");
    const query = nodeIn(node, "subselect");
    if ((kind !== 4 && kind !== 6) || !query) return this.typed(boolean);
    const { shape } = this.column([...scopes, query], 0);
    return kind === 6 ? { kind: "array", of: shape } : shape;
  }

  private functionResult(scopes: Scopes, node: TreeNode): Shape {
    const name = this.catalogue.functions.get(numberIn(node, "funcid"))?.name ?? "";
    const args = nodesIn(node, "args");
    if (/^jsonb?_build_object$/.test(name)) {
      const fields = new Map<string, Described>();
      for (let at = 0; at + 1 < args.length; at += 2) {
        const key = this.shape(scopes, args[at]!);
        if (key.kind !== "scalar" || key.words?.length !== 1) return unknownJson;
        fields.set(key.words[0]!, this.expression(scopes, args[at + 1]!));
      }
      return { kind: "json", value: { kind: "object", fields } };
    }
    if (/^(to_jsonb?|row_to_json)$/.test(name)) return { kind: "json", value: this.toJson(scopes, args[0]!) };
    return this.typed(numberIn(node, "funcresulttype"));
  }

  private aggregate(scopes: Scopes, node: TreeNode): Shape {
    const name = this.catalogue.functions.get(numberIn(node, "aggfnoid"))?.name ?? "";
    const first = nodesIn(node, "args")[0];
    const argument = first && nodeIn(first, "expr");
    if (!argument) return this.typed(numberIn(node, "aggtype"));
    if (/^jsonb?_agg$/.test(name)) {
      const of = this.wholeRow(scopes, argument) ?? this.expression(scopes, argument);
      return { kind: "json", value: { kind: "array", of } };
    }
    if (name === "array_agg") return { kind: "array", of: this.shape(scopes, argument) };
    if (name === "min" || name === "max") return this.shape(scopes, argument);
    return this.typed(numberIn(node, "aggtype"));
  }

  private toJson(scopes: Scopes, node: TreeNode): JsonShape {
    const row = this.wholeRow(scopes, node);
    if (row?.shape.kind === "json") return row.shape.value;
    const { shape } = this.expression(scopes, node);
    return shape.kind === "json" ? shape.value : { kind: "value", of: shape };
  }

  /** Describes a table or subquery that is used as a value: an object with all its columns. */
  private wholeRow(scopes: Scopes, node: TreeNode): Described | null {
    if (node.type !== "VAR" || numberIn(node, "varattno") !== 0) return null;
    const [within, entry] = this.entryOf(scopes, node);
    const names = aliasNames(entry);
    const fields = new Map(names.map((name, place) => [name, this.entryColumn(within, entry, place + 1)]));
    return {
      shape: { kind: "json", value: { kind: "object", fields } },
      isNullable: hasMembers(node, "varnullingrels"),
    };
  }

  /** Describes a column of a table or subquery. */
  variable(scopes: Scopes, node: TreeNode): Described {
    const place = numberIn(node, "varattno");
    if (place === 0) return this.wholeRow(scopes, node)!;
    const [within, entry] = this.entryOf(scopes, node);
    if (place < 0) return { shape: this.typed(typeOf(node)), isNullable: false };
    const found = this.entryColumn(within, entry, place);
    const isNullable = found.isNullable || (hasMembers(node, "varnullingrels") && !this.isThere(within.at(-1)!, node));
    return { shape: found.shape, isNullable: isNullable && !this.isDemanded(within.at(-1)!, node) };
  }

  /** Whether a condition excludes the rows for which an outer join found no match. */
  private isThere(query: TreeNode, { fields }: TreeNode): boolean {
    return this.isDemandedOf(query, (node) => isColumn(node, fields.varno));
  }

  private isDemanded(query: TreeNode, { fields }: TreeNode): boolean {
    // An UPDATE may set the column to a value other than the one that its condition checked.
    const isSet =
      fields.varno === query.fields.resultRelation &&
      nodesIn(query, "targetList").some((target) => target.fields.resno === fields.varattno);
    const isIt = (node: TreeNode) => isColumn(node, fields.varno) && node.fields.varattno === fields.varattno;
    return !isSet && this.isDemandedOf(query, isIt);
  }

  private isDemandedOf(query: TreeNode, isIt: (node: TreeNode) => boolean): boolean {
    const tests = this.conditions.flatMap((condition) => (condition.query === query ? [condition.test] : []));
    const from = nodeIn(query, "jointree");
    return [...(from ? joinTests(from) : []), ...tests].some((test) => demands(test, isIt, this.catalogue));
  }

  private entryOf(scopes: Scopes, node: TreeNode): [Scopes, TreeNode] {
    const within = scopes.slice(0, scopes.length - numberIn(node, "varlevelsup"));
    return [within, nodesIn(within.at(-1)!, "rtable")[numberIn(node, "varno") - 1]!];
  }

  private entryColumn(scopes: Scopes, entry: TreeNode, place: number): Described {
    switch (numberIn(entry, "rtekind")) {
      case 0: {
        const column = this.catalogue.columns.get(numberIn(entry, "relid"))?.get(place);
        return column ? { shape: this.typed(column.type, column.words), isNullable: column.isNullable } : unknownColumn;
      }
      case 1:
        return this.column([...scopes, nodeIn(entry, "subquery")!], place - 1);
      case 2:
        return this.expression(scopes, nodesIn(entry, "joinaliasvars")[place - 1]!);
      case 3:
        return this.functionColumn(entry, place);
      case 5: {
        const lists = entry.fields.values_lists as TreeValue[];
        const cells = lists.flatMap((list) => (Array.isArray(list) ? list.slice(place - 1, place).filter(isNode) : []));
        return oneOf(cells.map((cell) => this.expression(scopes, cell)));
      }
      case 6:
        return this.commonTableColumn(scopes, entry, place);
      case 9:
        return this.expression(scopes, nodesIn(entry, "groupexprs")[place - 1]!);
      default:
        return unknownColumn;
    }
  }

  private functionColumn(entry: TreeNode, place: number): Described {
    const functions = nodesIn(entry, "functions");
    let before = 0;
    for (const called of functions) {
      const count = numberIn(called, "funccolcount");
      if (place <= before + count) {
        const call = nodeIn(called, "funcexpr");
        const types = called.fields.funccoltypes;
        const listed = Array.isArray(types) ? Number(types[place - before]) : 0;
        const name = call ? (this.catalogue.functions.get(numberIn(call, "funcid"))?.name ?? "") : "";
        const type = listed || (call ? typeOf(call) : text);
        return { shape: this.typed(type), isNullable: !rowFunctions.has(name) };
      }
      before += count;
    }
    return { shape: this.typed(20), isNullable: false }; // with ordinality
  }

  private commonTableColumn(scopes: Scopes, entry: TreeNode, place: number): Described {
    const within = scopes.slice(0, scopes.length - numberIn(entry, "ctelevelsup"));
    const table = nodesIn(within.at(-1)!, "cteList").find(({ fields }) => fields.ctename === entry.fields.ctename);
    const query = table && nodeIn(table, "ctequery");
    if (!query) return unknownColumn;
    if (this.depth > 40) return { ...unknownColumn, isNullable: false };
    this.depth += 1;
    const column = this.column([...within, query], place - 1);
    this.depth -= 1;
    return column;
  }

  private constant(node: TreeNode): Shape {
    const type = numberIn(node, "consttype");
    const value = node.fields.constvalue;
    const isText = type === text || type === 705;
    const bytes = Array.isArray(value) && Array.isArray(value[1]) ? Buffer.from(value[1].map(Number)) : null;
    if (!bytes) return isText ? { kind: "scalar", type, words: [] } : this.typed(type);
    const content = (type === 705 ? bytes.subarray(0, -1) : bytes.subarray(4)).toString();
    if (isText) return { kind: "scalar", type: text, words: [content] };
    if (json.has(type) && (type === 3802 || content === "[]")) return { kind: "json", value: { kind: "empty-array" } };
    return this.typed(type);
  }

  private typed(type: number, words: string[] | null = null): Shape {
    if (json.has(type)) return unknownJson;
    const element = this.catalogue.types.get(type)?.element ?? 0;
    return element ? { kind: "array", of: this.typed(element, words) } : { kind: "scalar", type, words };
  }
}

function targets(query: TreeNode): TreeNode[] {
  const isWriting = numberIn(query, "commandType") !== 1;
  const list = nodesIn(query, isWriting ? "returningList" : "targetList");
  return list.filter((target) => target.fields.resjunk !== "true");
}

function isColumn({ type, fields }: TreeNode, relation: TreeValue | undefined): boolean {
  return type === "VAR" && fields.varno === relation && fields.varlevelsup === "0";
}

function aliasNames(entry: TreeNode): string[] {
  const alias = nodeIn(entry, "eref");
  const names = alias?.fields.colnames;
  return Array.isArray(names) ? names.map(String) : [];
}

const typeFields =
  "vartype consttype paramtype funcresulttype opresulttype aggtype wintype coalescetype casetype minmaxtype array_typeid row_typeid refrestype resulttype type".split(
    " ",
  );

/** The type OID of an expression. */
function typeOf(node: TreeNode): number {
  for (const field of typeFields) if (typeof node.fields[field] === "string") return Number(node.fields[field]);
  return /^(BOOLEXPR|NULLTEST|BOOLEANTEST|DISTINCTEXPR|SCALARARRAYOPEXPR)$/.test(node.type) ? boolean : text;
}
