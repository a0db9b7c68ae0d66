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
