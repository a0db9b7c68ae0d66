import { z } from "zod";

import { findScannedCode } from "#desk/pages/stock/find-scanned-code.server.ts";
import { wholeNumberField } from "#shop/kernel/forms/whole-number-field.ts";
import { findBookCodes } from "#shop/office/stock-room/find-book-codes.server.ts";
import { ActionRefused, refuseFields } from "#shop/people/staff/run-action.server.ts";
import type { Services } from "#shop/services.ts";

/** The maximum number of pasted lines. */
const maxPasted = 500;

/** The fields of the forms that add books: one book, or pasted lines of ISBNs and copies, at most `most` of each. */
export function addedBookFields(most: number) {
  return {
    book: z.string().max(200, "Choose a book.").default(""),
    copies: wholeNumberField(1, most, { empty: { means: 1 } }).prefault(""),
    codes: z
      .string()
      .max(30_000, "Write at most 30,000 characters at once.")
      .default("")
      .transform((text, context) => {
        const lines = text.split(/\r?\n/).flatMap((line, i) => {
          if (line.trim() === "") return [];
          // An ISBN, and the copies after a comma, a tab, a semicolon or a multiplication sign.
          const [, code = line, copies = "1"] = /^(.*?)(?:\s*[,;\t×]\s*|\s+x\s*)(\d{1,6})\s*$/i.exec(line) ?? [];
          return [{ place: i + 1, code: code.trim(), copies: Number(copies) }];
        });
        const wrong = lines.find(({ copies }) => copies < 1 || copies > most);
        if (wrong) context.addIssue(`Line ${wrong.place}: order from 1 to ${most.toLocaleString("en-IN")} copies.`);
        if (lines.length > maxPasted) context.addIssue(`Write at most ${maxPasted} lines at once.`);
        return lines;
      }),
  };
}

interface AddedBooks {
  book: string;
  copies: number;
  codes: { place: number; code: string; copies: number }[];
}

/** The codes and copies of the books that such a form adds. Refuses it if one cannot be a book, or it adds none. */
export async function findAddedBooks(
  db: Services["db"],
  { book, copies, codes }: AddedBooks,
): Promise<{ code: string; copies: number }[]> {
  const found = await findBookCodes(
    db,
    codes.map(({ code }) => code),
  );
  refuseLines(found.flatMap((one, i) => ("problem" in one ? [`Line ${codes[i]?.place}: ${one.problem}`] : [])));
  const lines = found.flatMap((one, i) => ("code" in one ? [{ code: one.code, copies: codes[i]?.copies ?? 1 }] : []));
  if (book.trim() !== "") lines.push({ code: await findBookCode(db, book), copies });
  if (lines.length === 0) refuseFields({ book: "Choose a book, or paste ISBNs below." });
  return lines;
}

/** Refuses a form whose pasted lines are wrong, if any are. */
export function refuseLines(wrong: string[]): void {
  const rest = wrong.length > 5 ? ` And ${wrong.length - 5} more lines.` : "";
  if (wrong.length > 0) refuseFields({ codes: `${wrong.slice(0, 5).join(" ")}${rest}` });
}

async function findBookCode(db: Services["db"], book: string): Promise<string> {
  try {
    return await findScannedCode(db, book);
  } catch (error) {
    if (error instanceof ActionRefused) refuseFields({ book: error.message });
    throw error;
  }
}
