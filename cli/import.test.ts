/** Tests of the commands that import books and undo imports. */
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, expect, test } from "vitest";

import { sql } from "#db/sql.ts";
import { importFile } from "#shop/catalogue/import/import-file.server.ts";
import { losingImportLock } from "#tests/support/cut-import-lock.ts";
import { openTestServices, settingsOf } from "#tests/support/shop/test-services.ts";
import { UsageError } from "./command.ts";
import { withPlainErrors } from "./catalogue/with-plain-errors.ts";
import { runCommand } from "./run-command.ts";

const testServices = await openTestServices();
const { db } = testServices;
const folder = await mkdtemp(join(tmpdir(), "endpaper-import-"));
afterAll(() => rm(folder, { recursive: true, force: true }));

const run = (...args: string[]) => runCommand(args, settingsOf(testServices));
const header = "isbn,title,authors,mrp,price,categories,copies\n";

async function fileOf(name: string, text: string): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, text);
  return path;
}

async function readBook(isbn: string) {
  const { rows } = await db.execute<{ id: string; pricePaise: number; isListed: boolean }>(
    sql`select id, price_paise, is_listed from books where isbn13 = ${isbn}`,
  );
  return rows[0];
}

test("an import writes its problems to a report next to the file", async () => {
  const path = await fileOf(
    "books.csv",
    `${header}9789999999991,Rain at Last,Kamala Rao,350,315,Fiction > Monsoon,4\n9789999999992,Wrong Digit,A,350,,,\n,Too Dear,B,100,200,,\n`,
  );
  const { exitCode, out, error } = await run("import", path);
  expect({ exitCode, error }).toEqual({ exitCode: 1, error: "" });
  expect(out).toMatch(/^new +1$/m);
  expect(out).toMatch(/^refused +2$/m);
  expect(out).toContain(`${path}.report.csv`);
  const report = await readFile(`${path}.report.csv`, "utf8");
  expect(report.split("\r\n")[0]).toBe("line,record,what,book,field,reason");
  expect(report).toMatch(/^3,2,refused,/m);
  expect(report).toMatch(/^4,3,refused,/m);
  expect(await readBook("9789999999991")).toEqual({ id: "rain-at-last", pricePaise: 31_500, isListed: true });
});

test("what the shop does not sell is counted as skipped, and the report says why", async () => {
  const path = await fileOf("air.csv", "reference,title,format,mrp\nair-1,Made of Air,ebook,100\n");
  const { out } = await run("import", path);
  expect(out).toMatch(/^skipped +1$/m);
  expect(await readFile(`${path}.report.csv`, "utf8")).toMatch(/^2,1,skipped,air-1,format,/m);
});

test("a preview says each difference and writes nothing", async () => {
  const path = await fileOf("preview.csv", `${header}9789999999991,Rain at Last,Kamala Rao,350,300,,\n`);
  const { exitCode, out } = await run("import", path, "--preview");
  expect(exitCode).toBe(0);
  expect(out).toContain("Nothing was written.");
  expect(await readFile(`${path}.preview.txt`, "utf8")).toBe("~ rain-at-last: price_paise 31500 -> 30000\n");
  expect(await readBook("9789999999991")).toMatchObject({ pricePaise: 31_500 });
});

test("somebody else's columns are mapped, a rate turns their currency into rupees, and an import is undone", async () => {
  const path = await fileOf("dollars.csv", "EAN;Name;Writer;List\n9789999999984;Far Away;Ann Lee;USD 10.00\n");
  const without = await run("import", path, "--map", "title=Name,authors=Writer,mrp=List");
  expect(without.exitCode).toBe(1);
  expect(await readBook("9789999999984")).toBeUndefined();
  const { out } = await run(
    "import",
    path,
    "--map",
    "title=Name,authors=Writer,mrp=List",
    "--rates",
    "USD=83.5",
    "--discount",
    "10",
  );
  expect(await readBook("9789999999984")).toMatchObject({ id: "far-away", pricePaise: 75_100 });
  const number = /import undo (\d+)/.exec(out)![1]!;
  const undone = await run("import", "undo", number);
  expect(undone).toMatchObject({ exitCode: 0, error: "" });
  expect(await readBook("9789999999984")).toBeUndefined();
  expect((await run("import", "list")).out).toMatch(new RegExp(`^${number} +dollars.csv +undone`, "m"));
  expect((await run("import", "undo", number)).error).toContain("was already undone");
});

test.each([
  ["no such file", ["import", "/no/such/file.csv"], "does not exist"],
  ["a map of a column that is not there", ["import", "BOOKS", "--map", "title=Nom"], "There is no column “Nom”"],
  ["a wrong rate", ["import", "BOOKS", "--rates", "dollars"], '"dollars" is not a rate'],
  ["a discount above 90 percent", ["import", "BOOKS", "--discount", "95"], "--discount must be a number from 0 to 90"],
  ["an import that nobody knows", ["import", "undo", "99999"], "There is no import 99999"],
])("%s is said in one sentence", async (_, args, sentence) => {
  const path = await fileOf("sentence.csv", header);
  const { exitCode, out, error } = await run(...args.map((arg) => (arg === "BOOKS" ? path : arg)));
  expect({ exitCode, out }).toEqual({ exitCode: 2, out: "" });
  expect(error.toLowerCase()).toContain(sentence.toLowerCase());
});

test("new books get copies where the file counts none", async () => {
  const path = await fileOf("uncounted.csv", `${header}9789999999977,Uncounted,A,350,,,\n`);
  expect((await run("import", path, "--copies", "2.5")).error).toContain("--copies must be a whole number.");
  await run("import", path, "--copies", "6");
  const { rows } = await db.execute(sql`
    select on_hand from stock s join books b on b.id = s.book_id where b.isbn13 = '9789999999977'`);
  expect(rows).toEqual([{ onHand: 6 }]);
});

test("a file is only kept for looking up: nothing of it is in the shop, and undoing forgets it", async () => {
  const path = await fileOf("lookup.csv", `${header}9789999999960,Looked Up,Kamala Rao,350,,,\n,No ISBN,,350,,,\n`);
  expect((await run("import", "lookup", path, "--preview")).out).toContain("Nothing was written.");
  const { exitCode, out } = await run("import", "lookup", path);
  expect(exitCode).toBe(1);
  expect(out).toMatch(/^stored for look-ups +1$/m);
  expect(out).toMatch(/^refused +1$/m);
  expect(await readFile(`${path}.report.csv`, "utf8")).toMatch(/^3,2,refused,No ISBN,isbn,/m);
  expect(await readBook("9789999999960")).toBeUndefined();
  const number = /import undo (\d+)/.exec(out)![1]!;
  expect((await run("import", "list")).out).toMatch(
    new RegExp(`^${number} +lookup.csv +done .* 1 kept, 1 refused$`, "m"),
  );
  expect((await run("import", "undo", number)).out).toContain("1 record removed");
  expect((await db.execute(sql`select from lookup_books where isbn13 = '9789999999960'`)).rows).toEqual([]);
});

test("an import that loses its lock says so in words", async () => {
  const path = await fileOf("lost.csv", `${header}9789999999977,Lost Lock,Kamala Rao,350,,,\n`);
  const plan = { source: "csv", discountPercent: 0, defaultMrpPaise: null, take: [] };
  const services = { db: losingImportLock(db), now: () => new Date() };
  const lost = withPlainErrors(() =>
    importFile(services, path, { csv: {}, check: { exchangeRates: {} }, plan, isPreview: false }, () => {}),
  );
  await expect(lost).rejects.toThrow(UsageError);
  await expect(lost).rejects.toThrow(/Start it again, and it continues/);
});

test("the template is a file that can be imported", async () => {
  const { out } = await run("import", "template");
  const { exitCode, out: told } = await run("import", await fileOf("template.csv", `${out}\n`));
  expect(told).toMatch(/^new +2$/m);
  expect(exitCode).toBe(0);
});

test("made-up books fill the shop, once", async () => {
  expect((await run("catalogue", "generate", "--books", "120")).out).toContain("120 books added");
  const again = await run("catalogue", "generate", "--books", "120");
  expect(again.out).toContain("0 books added, 120 there before");
});
