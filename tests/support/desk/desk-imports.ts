import { randomInt } from "node:crypto";

import { expect, type Page } from "@playwright/test";

import type { Db } from "#db/connect.ts";
import { sql } from "#db/sql.ts";
import { sendAtDesk } from "./desk-journey.ts";

/** A random valid ISBN of a publisher with few books in the demonstration. */
export function newIsbn(): string {
  const digits = `9780306${String(randomInt(100_000)).padStart(5, "0")}`;
  const sum = [...digits].reduce((sum, digit, position) => sum + Number(digit) * (position % 2 === 0 ? 1 : 3), 0);
  return `${digits}${(10 - (sum % 10)) % 10}`;
}

/** A file with a new book and a line that is refused. */
export function importedFile(title: string, isbn = newIsbn()) {
  const text = `title,authors,isbn,mrp\n${title},Anita Desai,${isbn},399\nNo Price,Nobody,9780306406157,\n`;
  return { name: "ours.csv", mimeType: "text/csv", buffer: Buffer.from(text) };
}

/**
 * Uploads a file to the desk with the session of this page, without opening a page; returns the address of its preview.
 */
export function uploadBooks(page: Page, title = `Imported ${newIsbn()}`): Promise<string> {
  const multipart = { intent: "import.upload", kind: "books", file: importedFile(title) };
  return sendAtDesk(page.context(), "/import", { multipart });
}

/** Uploads a file and imports it; returns the address of its report. */
export async function startImport(page: Page, db: Db, title?: string): Promise<string> {
  const address = await uploadBooks(page, title);
  const work = address.split("/").at(-1)!;
  await sendAtDesk(page.context(), address, { form: { intent: "import.start", work } });
  const stateOf = async () =>
    (await db.execute<{ state: string }>(sql`select state from import_work where id = ${work}`)).rows[0]!.state;
  await expect.poll(stateOf).toBe("done");
  return address;
}
