/** The bundle of the pages has a copy of this file of its own: by its class alone, one would not know the parts of the other. */
const mark = Symbol.for("endpaper.sql");

/** A statement, or a part of one: its text in pieces, with the values and parts that stand between them. */
export class SQL {
  readonly [mark] = true;
  readonly pieces: readonly string[];
  readonly between: readonly unknown[];

  constructor(pieces: readonly string[], between: readonly unknown[]) {
    this.pieces = pieces;
    this.between = between;
  }
}

/**
 * A statement or a part of one. Other parts become text; any other value is sent beside the text as $1, $2, …, a list as
 * one value. `undefined` is refused by its type, as it is neither: a part that may be absent is an empty one.
 */
export function sql(pieces: TemplateStringsArray, ...between: ({} | null)[]): SQL {
  return new SQL(pieces, between);
}

/** Text as it is: only for text that is written in the sources. */
sql.raw = (text: string): SQL => new SQL([text], []);
/** The name of a table or a column. */
sql.identifier = (name: string): SQL => new SQL([`"${name.replaceAll('"', '""')}"`], []);

/** A column of a table that is described in the sources. */
export interface NamedColumn {
  name: string;
  type: string;
}

/** The names of columns as a list, each behind the alias of its table. */
sql.columns = (columns: readonly NamedColumn[], alias = ""): SQL => {
  const before = alias && `${alias}.`;
  return new SQL([columns.map(({ name }) => before + name).join(", ")], []);
};

/** One array for each column, as `unnest` takes them: `$1::text[], $2::int[]`. */
sql.arrays = (columns: readonly NamedColumn[], valuesOf: (column: string) => unknown[]): SQL => {
  const types = columns.map(({ type }) => `::${type}[]`);
  const pieces = ["", ...types.map((type, index) => (index < types.length - 1 ? `${type}, ` : type))];
  return new SQL(
    pieces,
    columns.map(({ name }) => valuesOf(name)),
  );
};

function isPart(item: unknown): item is SQL {
  return typeof item === "object" && item !== null && mark in item;
}

/** The text of a statement, and what is sent beside it. */
export function compose(statement: SQL): { text: string; values: unknown[] } {
  const values: unknown[] = [];
  const write = ({ pieces, between }: SQL): string => {
    let text = "";
    for (const [place, piece] of pieces.entries()) {
      text += piece;
      if (place === between.length) break;
      const item = between[place];
      text += isPart(item) ? write(item) : `$${values.push(item)}`;
    }
    return text;
  };
  return { text: write(statement), values };
}
