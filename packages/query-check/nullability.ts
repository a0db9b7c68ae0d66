/** Decides whether an expression of a parsed query can be null. */
import type { Catalogue } from "./catalogue.ts";
import { nodeIn, nodesIn, numberIn, type TreeNode } from "./node-tree.ts";
import type { Described } from "./shapes.ts";

/** A query with its outer queries, the innermost last. */
export type Scopes = TreeNode[];

/** Strict functions that can return null for arguments that are not null. */
const mayFail = new Set(
  `
  json_object_field json_object_field_text jsonb_object_field jsonb_object_field_text json_array_element
  jsonb_array_element json_array_element_text jsonb_array_element_text array_position array_length array_upper
  array_lower to_regclass regexp_match regexp_substr textregexsubstr json_extract_path json_extract_path_text
  jsonb_extract_path jsonb_extract_path_text jsonb_path_query_first
`
    .trim()
    .split(/\s+/),
);
/** Functions that are not strict, but never return null. */
const neverNull = new Set(
  `
  json_build_object jsonb_build_object json_build_array jsonb_build_array concat row_number rank dense_rank count
  ntile cume_dist percent_rank array_append array_cat concat_ws format num_nulls gen_random_uuid now
`
    .trim()
    .split(/\s+/),
);

interface Rows {
  variable: (scopes: Scopes, node: TreeNode) => Described;
  column: (scopes: Scopes, place: number) => Described;
  caseResults: (scopes: Scopes, node: TreeNode) => Described[];
}

/** Decides whether expressions can be null. If that is unknown, they can. */
export class Nullability {
  private readonly catalogue: Catalogue;
  private readonly rows: Rows;

  constructor(catalogue: Catalogue, rows: Rows) {
    this.catalogue = catalogue;
    this.rows = rows;
  }

  /** Whether an expression can be null, as far as the statement determines it. */
  isNullable(scopes: Scopes, node: TreeNode): boolean {
    const anyNull = (nodes: TreeNode[]) => nodes.some((arg) => this.isNullable(scopes, arg));
    switch (node.type) {
      case "VAR":
        return this.rows.variable(scopes, node).isNullable;
      case "CONST":
        return node.fields.constisnull === "true";
      case "PARAM":
        return false; // the TypeScript type decides
      case "COALESCEEXPR":
      case "COALESCE":
      case "MINMAX":
      case "MINMAXEXPR":
        return nodesIn(node, "args").every((arg) => this.isNullable(scopes, arg));
      case "CASEEXPR":
      case "CASE":
        return !nodeIn(node, "defresult") || this.rows.caseResults(scopes, node).some((result) => result.isNullable);
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

  /**
   * Whether a subquery that is used as a value may return no row, so that the value is null. An aggregate without GROUP
   * BY always returns a row.
   */
  private mayHaveNoRow(scopes: Scopes, query: TreeNode): boolean {
    const isSum = query.fields.hasAggs === "true" && nodesIn(query, "groupClause").length === 0;
    if (!isSum && nodesIn(query, "rtable").length > 0) return true;
    return this.rows.column([...scopes, query], 0).isNullable;
  }
}

/** Whether an aggregate includes nulls as elements. */
function collects(name: string): boolean {
  return /^(jsonb?|array)_agg$/.test(name);
}
