/** Compares TypeScript row types and parameters with PostgreSQL's types of a statement. */
import { TypeFlags, type Checker, type Type, type TypeReference } from "typescript/unstable/sync";

import type { Described, JsonShape, Shape } from "./shapes.ts";

const numbers = new Set([21, 23, 26, 700, 701]);
const bigNumbers = new Set([20, 1700]);
const times = new Set([1082, 1114, 1184]);
const json = new Set([114, 3802]);
const boolean = 16;
const bytes = 17;

type Plain = "boolean" | "number" | "string" | "Buffer";

/** The TypeScript type of a PostgreSQL type in a row. Integers over 32 bits and decimals are strings. */
export function tsTypeOf(type: number, isInJson: boolean): Plain {
  if (type === boolean) return "boolean";
  if (numbers.has(type)) return "number";
  if (bigNumbers.has(type)) return isInJson ? "number" : "string";
  return type === bytes && !isInJson ? "Buffer" : "string";
}

export class TypeComparer {
  private readonly checker: Checker;

  constructor(checker: Checker) {
    this.checker = checker;
  }

  /**
   * Returns the problems of a row type; empty if the type is right. Columns that are missing from the type are not
   * checked.
   */
  compareRow(type: Type, columns: Map<string, Described>): string[] {
    return this.compareFields(type, columns, "", false);
  }

  /** Whether a type matches a column or field. */
  isRight(type: Type, field: Described, isInJson: boolean): boolean {
    return this.compare(type, field, "", isInJson).length === 0;
  }

  /** Returns the TypeScript type as text if its values cannot be sent for this PostgreSQL type; otherwise null. */
  compareValue(type: Type, parameter: number, element: number): string | null {
    const allowed = (part: Type): boolean => {
      if (part.flags & (TypeFlags.Null | TypeFlags.Any | TypeFlags.Never)) return true;
      const item = this.elementOf(part);
      // Elements of a PostgreSQL array may always be null.
      if (item)
        return element > 0 && parts(item).every((one) => !!(one.flags & TypeFlags.Null) || isSendable(one, element));
      return !element && isSendable(part, parameter);
    };
    return parts(type).every(allowed) ? null : this.checker.typeToString(type);
  }

  private compareFields(type: Type, columns: Map<string, Described>, at: string, isInJson: boolean): string[] {
    return this.checker.getPropertiesOfType(type).flatMap((property) => {
      const place = at ? `${at}.${property.name}` : property.name;
      const column = columns.get(property.name);
      const claimed = this.checker.getTypeOfSymbol(property)!;
      if (column) return this.compare(claimed, column, place, isInJson);
      const isOptional = parts(claimed).some((part) => part.flags & TypeFlags.Undefined);
      return isOptional
        ? []
        : [`${place} is not in the result, which has ${[...columns.keys()].join(", ") || "no columns"}`];
    });
  }

  private compare(claimed: Type, { shape, isNullable }: Described, place: string, isInJson: boolean): string[] {
    if (claimed.flags & (TypeFlags.Any | TypeFlags.Unknown)) return [];
    const all = parts(claimed);
    const members = all.filter(({ flags }) => !(flags & (TypeFlags.Null | TypeFlags.Undefined)));
    const mayBeNull = all.some(({ flags }) => flags & TypeFlags.Null);
    const wrong = isNullable && !mayBeNull ? [`${place} may be null, but its type does not allow null`] : [];
    return [...wrong, ...this.compareShape(members, shape, place, isInJson, claimed)];
  }

  private compareShape(
    members: readonly Type[],
    shape: Shape,
    place: string,
    isInJson: boolean,
    claimed: Type,
  ): string[] {
    if (shape.kind === "json") return this.compareJson(members, shape.value, place, claimed);
    if (shape.kind === "array") {
      const item = members.length === 1 ? this.elementOf(members[0]!) : null;
      if (!item) return [`${place} is an array, typed ${this.checker.typeToString(claimed)}`];
      return this.compare(item, { shape: shape.of, isNullable: false }, `${place}[]`, isInJson);
    }
    const plain = tsTypeOf(shape.type, isInJson);
    if (!members.some((member) => isOf(member, plain))) {
      return [`${place} is a ${plain}, typed ${this.checker.typeToString(claimed)}`];
    }
    const literals = members.flatMap((member) => (member.isStringLiteralType() ? [member.value] : []));
    if (plain !== "string" || literals.length < members.length) return [];
    if (!shape.words) return [`${place} may be any text, typed ${this.checker.typeToString(claimed)}`];
    const untyped = shape.words.filter((word) => !literals.includes(word));
    return untyped.length > 0
      ? [`${place} may also be ${untyped.join(", ")}, typed ${this.checker.typeToString(claimed)}`]
      : [];
  }

  private compareJson(members: readonly Type[], value: JsonShape, place: string, claimed: Type): string[] {
    if (value.kind === "unknown") return [];
    if (value.kind === "value") return this.compareShape(members, value.of, place, true, claimed);
    const item = members.length === 1 ? this.elementOf(members[0]!) : null;
    if (value.kind === "empty-array")
      return item ? [] : [`${place} is an array, typed ${this.checker.typeToString(claimed)}`];
    if (value.kind === "array") {
      if (!item) return [`${place} is an array, typed ${this.checker.typeToString(claimed)}`];
      return this.compare(item, value.of, `${place}[]`, true);
    }
    if (item || members.length === 0) return [`${place} is an object, typed ${this.checker.typeToString(claimed)}`];
    return members.flatMap((member) => this.compareFields(member, value.fields, place, true));
  }

  private elementOf(type: Type): Type | null {
    if (!this.checker.isArrayType(type)) return null;
    return this.checker.getTypeArguments(type as TypeReference)[0] ?? null;
  }
}

function parts(type: Type): readonly Type[] {
  return type.isUnionType() ? (type.getTypes() ?? []) : [type];
}

function isOf(type: Type, plain: Plain): boolean {
  if (plain === "Buffer") return ["Buffer", "Uint8Array"].includes(type.getSymbol()?.name ?? "");
  if (plain === "boolean") return Boolean(type.flags & (TypeFlags.Boolean | TypeFlags.BooleanLiteral));
  if (plain === "number") return Boolean(type.flags & (TypeFlags.Number | TypeFlags.NumberLiteral));
  return Boolean(type.flags & (TypeFlags.String | TypeFlags.StringLiteral | TypeFlags.TemplateLiteral));
}

function isSendable(type: Type, parameter: number): boolean {
  if (bigNumbers.has(parameter)) {
    return isOf(type, "number") || isOf(type, "string") || Boolean(type.flags & TypeFlags.BigInt);
  }
  if (times.has(parameter) && type.getSymbol()?.name === "Date") return true;
  if (json.has(parameter) && isOf(type, "string")) return true;
  return isOf(type, tsTypeOf(parameter, false));
}
