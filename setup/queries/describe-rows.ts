import type { Catalogue } from "./catalogue.ts";
import { hasMembers, isNode, nodeIn, nodesIn, numberIn, type TreeNode, type TreeValue } from "./node-tree.ts";

/** What values an expression has. `words` are the only texts it can be, where that is known. */
export type Shape =
  | { kind: "scalar"; type: number; words: string[] | null }
  | { kind: "array"; of: Shape }
  | { kind: "json"; value: JsonShape };

/** What is inside a JSON value: `unknown` where the statement does not build it. */
export type JsonShape =
  | { kind: "unknown" }
  | { kind: "object"; fields: Map<string, Described> }
  | { kind: "array"; of: Described }
  | { kind: "empty-array" }
  | { kind: "value"; of: Shape };

export interface Described {
  shape: Shape;
  isNullable: boolean;
}

/** A query with those around it, the innermost last. */
type Scopes = TreeNode[];

const boolean = 16;
const text = 25;
const json = new Set([114, 3802]);
/** Strict, and yet null for arguments that are not. */
const mayFail = new Set(["json_object_field", "json_object_field_text", "jsonb_object_field", "jsonb_object_field_text",
  "json_array_element", "jsonb_array_element", "json_array_element_text", "jsonb_array_element_text", "array_position",
  "array_length", "array_upper", "array_lower", "to_regclass", "regexp_match", "regexp_substr", "textregexsubstr",
  "json_extract_path", "json_extract_path_text", "jsonb_extract_path", "jsonb_extract_path_text", "jsonb_path_query_first"]); // prettier-ignore
/** Not strict, and yet never null. */
const neverNull = new Set(["json_build_object", "jsonb_build_object", "json_build_array", "jsonb_build_array", "concat",
  "row_number", "rank", "dense_rank", "count", "ntile", "cume_dist", "percent_rank", "array_append", "array_cat",
  "concat_ws", "format", "num_nulls", "gen_random_uuid", "now"]); // prettier-ignore
const rowFunctions = new Set([
  "unnest",
  "generate_series",
  "regexp_split_to_table",
  "string_to_table",
  "jsonb_array_elements_text",
]);

/** Says of each column of a parsed query what it holds, as far as the statement itself tells. */
export class RowDescriber {
  private readonly catalogue: Catalogue;
  private depth = 0;
  /** The conditions of the branches of CASE that are being looked at, with their queries. */
  private readonly conditions: { query: TreeNode; test: TreeNode }[] = [];

  constructor(catalogue: Catalogue) {
    this.catalogue = catalogue;
  }

  /** The columns of a query's rows, in their order. */
  describe(query: TreeNode): Map<string, Described> {
    return this.columnsOf([query]);
  }

  private columnsOf(scopes: Scopes): Map<string, Described> {
    const query = scopes.at(-1)!;
    const columns = targets(query);
    return new Map(columns.map((column, place) => [String(column.fields.resname), this.column(scopes, place)]));
  }

  private column(scopes: Scopes, place: number): Described {
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
    return leaves.length === 0 ? this.expression(scopes, nodeIn(target, "expr")!) : this.oneOf(leaves);
  }

  private expression(scopes: Scopes, node: TreeNode): Described {
    const shape = this.shape(scopes, node);
    return { shape, isNullable: this.isNullable(scopes, node) };
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
        return this.oneOf(nodesIn(node, "args").map((arg) => this.expression(scopes, arg))).shape;
      case "CASEEXPR":
      case "CASE":
        return this.oneOf(this.caseResults(scopes, node)).shape;
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

  private caseResults(scopes: Scopes, node: TreeNode): Described[] {
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

  /** A table or subquery that is named as a value: all of its columns. */
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

  private variable(scopes: Scopes, node: TreeNode): Described {
    const place = numberIn(node, "varattno");
    if (place === 0) return this.wholeRow(scopes, node)!;
    const [within, entry] = this.entryOf(scopes, node);
    if (place < 0) return { shape: this.typed(typeOf(node)), isNullable: false };
    const found = this.entryColumn(within, entry, place);
    const isNullable = found.isNullable || (hasMembers(node, "varnullingrels") && !this.isThere(within.at(-1)!, node));
    return { shape: found.shape, isNullable: isNullable && !this.isDemanded(within.at(-1)!, node) };
  }

  /** Whether a condition leaves out the rows in which an outer join found nothing. */
  private isThere(query: TreeNode, { fields }: TreeNode): boolean {
    return this.isDemandedOf(query, (node) => node.type === "VAR" && node.fields.varno === fields.varno);
  }

  private isDemanded(query: TreeNode, { fields }: TreeNode): boolean {
    const isIt = (node: TreeNode) =>
      node.type === "VAR" && node.fields.varno === fields.varno && node.fields.varattno === fields.varattno;
    return this.isDemandedOf(query, isIt);
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
        const cells = lists.flatMap((list) => (Array.isArray(list) && isNode(list[place - 1]) ? [list[place - 1] as TreeNode] : [])); // prettier-ignore
        return this.oneOf(cells.map((cell) => this.expression(scopes, cell)));
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

  private isNullable(scopes: Scopes, node: TreeNode): boolean {
    const anyNull = (nodes: TreeNode[]) => nodes.some((arg) => this.isNullable(scopes, arg));
    switch (node.type) {
      case "VAR":
        return this.variable(scopes, node).isNullable;
      case "CONST":
        return node.fields.constisnull === "true";
      case "PARAM":
        return false; // as the TypeScript value says
      case "COALESCEEXPR":
      case "COALESCE":
      case "MINMAX":
      case "MINMAXEXPR":
        return nodesIn(node, "args").every((arg) => this.isNullable(scopes, arg));
      case "CASEEXPR":
      case "CASE":
        return !nodeIn(node, "defresult") || this.caseResults(scopes, node).some((result) => result.isNullable);
      case "SUBLINK":
        return numberIn(node, "subLinkType") === 4 && this.mayHaveNoRow(scopes, nodeIn(node, "subselect")!);
      case "FUNCEXPR":
        return this.callIsNullable(scopes, node, numberIn(node, "funcid"));
      case "OPEXPR":
      case "SCALARARRAYOPEXPR":
        return this.callIsNullable(scopes, node, this.catalogue.operators.get(numberIn(node, "opno")) ?? 0);
      case "WINDOWFUNC":
        return !neverNull.has(this.catalogue.functions.get(numberIn(node, "winfnoid"))?.name ?? "");
      case "AGGREF": {
        if (this.catalogue.functions.get(numberIn(node, "aggfnoid"))?.name === "count") return false;
        const isGrouped = nodesIn(scopes.at(-1)!, "groupClause").length > 0;
        const args = nodesIn(node, "args").flatMap((target) => nodeIn(target, "expr") ?? []);
        return !isGrouped || nodeIn(node, "aggfilter") !== null || (!collects(this.nameOf(node)) && anyNull(args));
      }
      case "RELABELTYPE":
      case "NAMEDARGEXPR":
      case "COERCEVIAIO":
      case "COERCETODOMAIN":
      case "ARRAYCOERCEEXPR":
        return this.isNullable(scopes, nodeIn(node, "arg")!);
      case "BOOLEXPR":
        return anyNull(nodesIn(node, "args"));
      case "NULLTEST":
      case "BOOLEANTEST":
      case "DISTINCTEXPR":
      case "ARRAYEXPR":
      case "ARRAY":
      case "ROWEXPR":
      case "ROW":
      case "SQLVALUEFUNCTION":
        return false;
      default:
        return true;
    }
  }

  private nameOf(aggregate: TreeNode): string {
    return this.catalogue.functions.get(numberIn(aggregate, "aggfnoid"))?.name ?? "";
  }

  private callIsNullable(scopes: Scopes, node: TreeNode, id: number): boolean {
    const called = this.catalogue.functions.get(id);
    if (!called || neverNull.has(called.name)) return false;
    if (!called.isStrict || mayFail.has(called.name)) return true;
    return nodesIn(node, "args").some((arg) => this.isNullable(scopes, arg));
  }

  /** A subquery as a value is null without a row; sums of all rows always have one. */
  private mayHaveNoRow(scopes: Scopes, query: TreeNode): boolean {
    const isSum = query.fields.hasAggs === "true" && nodesIn(query, "groupClause").length === 0;
    if (!isSum && nodesIn(query, "rtable").length > 0) return true;
    return this.column([...scopes, query], 0).isNullable;
  }

  private oneOf(columns: Described[]): Described {
    const isNullable = columns.some((column) => column.isNullable);
    const shapes = columns.map(({ shape }) => shape);
    const built = shapes.find(
      (shape) => shape.kind === "json" && !["unknown", "empty-array"].includes(shape.value.kind),
    );
    if (built) return { shape: built, isNullable };
    const list = shapes.find((shape) => shape.kind === "array");
    if (list) return { shape: list, isNullable };
    const [first] = shapes;
    if (first?.kind !== "scalar") return { shape: first ?? unknownColumn.shape, isNullable };
    const words = shapes.map((shape) => (shape.kind === "scalar" ? shape.words : null));
    const areKnown = words.every((some) => some !== null);
    return { shape: { ...first, words: areKnown ? [...new Set(words.flat() as string[])] : null }, isNullable };
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

const unknownJson: Shape = { kind: "json", value: { kind: "unknown" } };
const unknownColumn: Described = { shape: { kind: "scalar", type: text, words: null }, isNullable: true };

function targets(query: TreeNode): TreeNode[] {
  const isWriting = numberIn(query, "commandType") !== 1;
  const list = nodesIn(query, isWriting ? "returningList" : "targetList");
  return list.filter((target) => target.fields.resjunk !== "true");
}

function aliasNames(entry: TreeNode): string[] {
  const alias = nodeIn(entry, "eref");
  const names = alias?.fields.colnames;
  return Array.isArray(names) ? names.map(String) : [];
}

/** Lists keep empty values as elements of themselves. */
function collects(name: string): boolean {
  return /^(jsonb?|array)_agg$/.test(name);
}

/** What is asked of every row: WHERE, and ON of inner joins. */
function joinTests(from: TreeNode): TreeNode[] {
  if (from.type === "JOINEXPR" && from.fields.jointype !== "0") return [];
  const own = nodeIn(from, "quals");
  const parts = [...nodesIn(from, "fromlist"), nodeIn(from, "larg"), nodeIn(from, "rarg")];
  return [...(own ? [own] : []), ...parts.flatMap((part) => (part ? joinTests(part) : []))];
}

/** Whether an expression can only be true where this one is not null: `x is not null and …`, `x < 5`, `x`. */
function demands(test: TreeNode, isIt: (node: TreeNode) => boolean, catalogue: Catalogue): boolean {
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

const typeFields = ["vartype", "consttype", "paramtype", "funcresulttype", "opresulttype", "aggtype", "wintype",
  "coalescetype", "casetype", "minmaxtype", "array_typeid", "row_typeid", "refrestype", "resulttype", "type"]; // prettier-ignore

/** The number of an expression's type. */
function typeOf(node: TreeNode): number {
  for (const field of typeFields) if (typeof node.fields[field] === "string") return Number(node.fields[field]);
  return /^(BOOLEXPR|NULLTEST|BOOLEANTEST|DISTINCTEXPR|SCALARARRAYOPEXPR)$/.test(node.type) ? boolean : text;
}
