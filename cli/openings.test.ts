import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, expect, test } from "vitest";

import { openTestServices, settingsOf } from "#tests/support/shop/test-services.ts";
import { runCommand } from "./run-command.ts";

const testServices = await openTestServices();
const folder = await mkdtemp(join(tmpdir(), "endpaper-openings-"));
afterAll(() => rm(folder, { recursive: true }));
const shop = (...args: string[]) => runCommand(args, settingsOf(testServices));
const file = async (name: string, text: string) => {
  await writeFile(join(folder, name), text);
  return join(folder, name);
};

test("a bookseller writes what a book opens with, looks at it, and takes it away", async () => {
  const note = await file("note.txt", "दो बार पढ़िए।\n\nफिर किसी को दीजिए।\n");
  const set = await shop("opening", "set", "madhushala", note, "--by", "मीरा");
  expect(set).toMatchObject({ exitCode: 0, out: "madhushala opens with it now.", error: "" });
  const shown = await shop("opening", "show", "madhushala");
  expect(shown.out).toBe(`note (hi), by मीरा, set by command line\n\nदो बार पढ़िए।\n\nफिर किसी को दीजिए।`);
  const lines = await file("lines.txt", "A tavern.");
  await shop("opening", "set", "madhushala", lines, "--kind", "extract", "--source", "Verse 1", "--language", "en");
  const { out } = await shop("opening", "show", "madhushala", "--json");
  expect(JSON.parse(out)).toMatchObject([{ language: "hi" }, { language: "en", kind: "extract", source: "Verse 1" }]);
  expect((await shop("opening", "remove", "madhushala", "--language", "hi")).out).toBe(
    "madhushala opens with its text in en now.",
  );
  expect((await shop("opening", "remove", "madhushala")).out).toBe("madhushala opens at its title page now.");
  expect((await shop("opening", "show", "madhushala")).out).toBe("madhushala opens at its title page.");
});

test("what cannot be done is said in a sentence, and changes nothing", async () => {
  const text = await file("text.txt", "One.");
  const empty = await file("empty.txt", "\n\n");
  for (const [args, words] of [
    [["set", "no-such-book", text], "There is no book with the id no-such-book."],
    [["show", "no-such-book"], "There is no book with the id no-such-book."],
    [["remove", "no-such-book"], "There is no book with the id no-such-book."],
    [["set", "rashmirathi", join(folder, "none.txt")], "none.txt cannot be read."],
    [["set", "rashmirathi", empty], "There is no text in it."],
    [["set", "rashmirathi", text, "--kind", "blurb"], "--kind is one of extract, contents, note."],
    [["set", "rashmirathi", text, "--kind", "extract"], "Say where in the book it stands"],
    [["set", "rashmirathi", text, "--language", "Hindi"], "A language is written as"],
    [["remove", "foundation"], "Nothing is written for foundation to open with."],
    [["remove", "godan", "--language", "en"], "Nothing is written for godan to open with in en."],
  ] as const) {
    const { exitCode, error } = await shop("opening", ...args);
    expect([exitCode, error]).toEqual([2, expect.stringContaining(words)]);
  }
  expect((await shop("opening", "show", "rashmirathi")).out).toBe("rashmirathi opens at its title page.");
  expect((await shop("opening", "show", "godan")).out).toContain("set by demonstration");
});
