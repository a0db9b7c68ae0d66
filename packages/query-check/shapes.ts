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

/** What a column or an expression holds. */
export interface Described {
  shape: Shape;
  isNullable: boolean;
}

export const unknownJson: Shape = { kind: "json", value: { kind: "unknown" } };
export const unknownColumn: Described = { shape: { kind: "scalar", type: 25, words: null }, isNullable: true };

/** What is any of several things: a coalesce, the branches of CASE, the parts of a union. */
export function oneOf(columns: Described[]): Described {
  const isNullable = columns.some((column) => column.isNullable);
  const shapes = columns.map(({ shape }) => shape);
  const built = shapes.find((shape) => shape.kind === "json" && !["unknown", "empty-array"].includes(shape.value.kind));
  if (built) return { shape: built, isNullable };
  const list = shapes.find((shape) => shape.kind === "array");
  if (list) return { shape: list, isNullable };
  const [first] = shapes;
  if (first?.kind !== "scalar") return { shape: first ?? unknownColumn.shape, isNullable };
  const words = shapes.map((shape) => (shape.kind === "scalar" ? shape.words : null));
  const areKnown = words.every((some) => some !== null);
  return { shape: { ...first, words: areKnown ? [...new Set(words.flat() as string[])] : null }, isNullable };
}
