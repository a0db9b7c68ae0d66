import { tsTypeOf } from "./compare-types.ts";
import type { Described, JsonShape, Shape } from "./shapes.ts";

/** Renders the type of a row or a JSON object on one line: `{ id: string; pages: number | null }`. */
export function renderObject(fields: Map<string, Described>, isInJson: boolean): string {
  return `{ ${[...fields].map(([name, field]) => renderField(name, field, isInJson)).join("; ")} }`;
}

export function renderField(name: string, field: Described, isInJson: boolean): string {
  return `${/^[a-z_$][\w$]*$/i.test(name) ? name : JSON.stringify(name)}: ${renderType(field, isInJson)}`;
}

export function renderType({ shape, isNullable }: Described, isInJson: boolean): string {
  const type = renderShape(shape, isInJson);
  return isNullable && type !== "unknown" ? `${type} | null` : type;
}

function renderShape(shape: Shape, isInJson: boolean): string {
  if (shape.kind === "json") return renderJson(shape.value);
  if (shape.kind === "array") return renderList({ shape: shape.of, isNullable: false }, isInJson);
  const plain = tsTypeOf(shape.type, isInJson);
  const words = plain === "string" ? (shape.words ?? []) : [];
  return words.length > 0 ? words.map((word) => JSON.stringify(word)).join(" | ") : plain;
}

function renderJson(value: JsonShape): string {
  if (value.kind === "object") return renderObject(value.fields, true);
  if (value.kind === "array") return renderList(value.of, true);
  if (value.kind === "value") return renderShape(value.of, true);
  return value.kind === "empty-array" ? "unknown[]" : "unknown";
}

function renderList(item: Described, isInJson: boolean): string {
  const type = renderType(item, isInJson);
  const isUnion = item.isNullable || (item.shape.kind === "scalar" && (item.shape.words?.length ?? 0) > 1);
  return isUnion ? `(${type})[]` : `${type}[]`;
}
