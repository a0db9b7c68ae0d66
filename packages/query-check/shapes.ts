/** The possible values of an expression. `words` is the list of possible texts, or null if unknown. */
export type Shape =
  | { kind: "scalar"; type: number; words: string[] | null }
  | { kind: "array"; of: Shape }
  | { kind: "json"; value: JsonShape };

/** The structure of a JSON value; `unknown` if the value is not built by the statement. */
export type JsonShape =
  | { kind: "unknown" }
  | { kind: "object"; fields: Map<string, Described> }
  | { kind: "array"; of: Described }
  | { kind: "empty-array" }
  | { kind: "value"; of: Shape };

/** The values of a column or an expression. */
export interface Described {
  shape: Shape;
  isNullable: boolean;
}

export const unknownJson: Shape = { kind: "json", value: { kind: "unknown" } };
export const unknownColumn: Described = { shape: { kind: "scalar", type: 25, words: null }, isNullable: true };

/**
 * Merges several descriptions: those of the arguments of coalesce, of the branches of a CASE, or of the parts of a
 * union.
 */
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
