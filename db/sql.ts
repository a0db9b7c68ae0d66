/** Marks instances of `SQL`. `instanceof` would not work, because the pages' bundle has its own copy of the class. */
const mark = Symbol.for("endpaper.sql");

/** A statement or a part of one: pieces of text, with the values and parts between them. */
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
 * Builds a statement or a part of one. Nested parts become text. Any other value becomes a parameter $1, $2, …; an
 * array is one parameter. The type rejects `undefined`: use an empty part for an optional part.
 */
export function sql(pieces: TemplateStringsArray, ...between: ({} | null)[]): SQL {
  return new SQL(pieces, between);
}

/** Raw text: only for constants of the source code. */
sql.raw = (text: string): SQL => new SQL([text], []);
/**
 * `limit` with one of a few constants. It is text, because PostgreSQL does not know the value of a parameter when it
 * plans for all values; it would plan the statement again for each call, which takes longer than running it.
 */
sql.limit = (rows: number): SQL => sql.raw(`limit ${rows}`);
/** Parts with commas between them; there must be at least one. */
sql.list = (parts: readonly SQL[]): SQL => new SQL(["", ...parts.slice(1).map(() => ", "), ""], parts);
/** The quoted name of a table or a column. */
sql.identifier = (name: string): SQL => new SQL([`"${name.replaceAll('"', '""')}"`], []);

/** A column of a table, with its type. */
export interface NamedColumn {
  name: string;
  type: string;
}

/** A comma-separated list of column names, each prefixed with the table's alias. */
sql.columns = (columns: readonly NamedColumn[], alias = ""): SQL => {
  const before = alias && `${alias}.`;
  return new SQL([columns.map(({ name }) => before + name).join(", ")], []);
};

/** One array parameter per column, for `unnest`: `$1::text[], $2::int[]`. */
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

/** The text of a statement, and its parameters. */
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

/** Escapes the wildcards of `like` in a text that a person typed. */
export function escapeLike(text: string): string {
  return text.replaceAll(/[\\%_]/g, String.raw`\$&`);
}
