import { readIsbn } from "#shop/catalogue/fields/check/isbn.ts";
import { quote } from "#shop/catalogue/fields/check/reading.ts";

/** An entered line: an ISBN with its number of labels, or an error message. */
export type IsbnLine = { isbn13: string; copies: number } | { problem: string };

const maxLines = 200;
const maxCopies = 24;

/** Reads ISBNs, one on each line, with an optional number of labels after an `x`: `9780143334903 x 3`. */
export function readIsbnLines(text: string): IsbnLine[] {
  const lines = text.split(/\r?\n|,/).flatMap((line) => (line.trim() === "" ? [] : [line.trim().slice(0, 200)]));
  const read = lines.slice(0, maxLines).map((typed): IsbnLine => {
    const [, written = "", times] = /^(.*?)(?:\s*[x×]\s*(\d{1,3}))?$/u.exec(typed) ?? [];
    const copies = times === undefined ? 1 : Number(times);
    if (copies < 1 || copies > maxCopies)
      return { problem: `Print 1 to ${maxCopies} labels of a book, not as in ${quote(typed)}.` };
    return readOne(written, copies);
  });
  if (lines.length <= maxLines) return read;
  return [
    { problem: `You entered ${lines.length} lines. At most ${maxLines} are possible at once: remove some.` },
    ...read,
  ];
}

function readOne(written: string, copies: number): IsbnLine {
  const read = readIsbn(written);
  if ("value" in read) return { isbn13: read.value, copies };
  return {
    problem: "fault" in read ? `${read.fault}.` : `${read.barcode} is not the number of a book.`,
  };
}
