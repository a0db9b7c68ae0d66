import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, describe, expect, test } from "vitest";

import { csvTemplate } from "#shop/catalogue/import/csv/template.ts";
import { jpegOf } from "#tests/support/pictures.ts";
import { openTestServices, settingsOf } from "#tests/support/shop/test-services.ts";
import { commands } from "./commands.ts";
import { runCommand } from "./run-command.ts";

const testServices = await openTestServices();
const folder = await mkdtemp(join(tmpdir(), "endpaper-examples-"));
afterAll(() => rm(folder, { recursive: true, force: true }));
const shop = (args: string[]) => runCommand(args, { ...settingsOf(testServices), DATA_DIR: join(folder, "data") });

// Creates what the examples refer to: files, and books that the demonstration lacks.
await writeFile(join(folder, "books.csv"), csvTemplate().replaceAll(/https?:[^,"\r\n]+/g, ""));
await writeFile(join(folder, "till.csv"), "isbn,price,copies\n9780140449136,300,4\n");
await mkdir(join(folder, "covers.zip"));
await writeFile(join(folder, "covers.zip", "9780140449136.jpg"), await jpegOf(260, 360));
await writeFile(
  join(folder, "more.csv"),
  "reference,isbn,title,authors,mrp\no-1,9780140449136,Crime and Punishment,Fyodor Dostoyevsky,999\n",
);
// The examples undo the first import.
await shop(["import", join(folder, "books.csv")]);
expect(await shop(["import", join(folder, "more.csv")])).toMatchObject({ exitCode: 0 });

const text = await readFile(join(import.meta.dirname, "../docs/running.md"), "utf8");
const written = Array.from(text.matchAll(/npm run shop -- ([^#`\n]+)/g), ([, example]) => example!.trim());
/** The bare name of a command that needs arguments is not an example: "use `staff remove`". */
const isName = (example: string) =>
  commands.some(({ name, positionals }) => name === example && /^[A-Z]/.test(positionals));
/** Runs last, because it removes what other examples need. */
const isLast = (example: string) => example === "demo remove";
const examples = [...written.filter((example) => !isLast(example)), ...written.filter(isLast)].filter(
  (example) => !isName(example),
);

test("every example of the document is found, in a block or in a sentence", () => {
  for (const example of ["import undo 1", "stock import till.csv --preview", "demo remove"])
    expect(examples).toContain(example);
});

// The document's order matters: later examples undo earlier ones.
describe("in their order", { shuffle: false }, () => {
  test.each(examples)("npm run shop -- %s", async (example) => {
    const args = Array.from(example.matchAll(/"([^"]*)"|\S+/g), ([word, quoted]) => quoted ?? word).map((word) =>
      /^[a-z]+\.[a-z]+$/.test(word) ? join(folder, word) : word,
    );
    const { exitCode, error } = await shop(args);
    // `doctor` reports that no shop is running here.
    expect({ exitCode, error }).toEqual({ exitCode: example === "doctor" ? 1 : 0, error: "" });
  });
});
