import { readFileSync } from "node:fs";
import { appendFile, rename, writeFile } from "node:fs/promises";

/** A letter as it arrived. */
export interface MailboxLetter {
  id: string;
  /** With its angle brackets; empty when the letter has none. */
  messageId: string;
  from: string;
  /** The addresses the server was given, not those the letter shows; more than one are joined by ", ". */
  to: string;
  subject: string;
  html: string;
  text: string;
  headers: { name: string; value: string }[];
  /** ISO time. */
  receivedAt: string;
}

/** The letters of a mailbox, oldest first. */
export interface LetterStore {
  list(): MailboxLetter[];
  /** Resolves when the letter is in the file. */
  add(letter: MailboxLetter): Promise<void>;
  clear(): Promise<void>;
  /** Resolves when everything is in the file. */
  written(): Promise<void>;
}

const maxLetters = 500;

/**
 * Keeps the newest 500 letters, in a file when one is given: one letter a line, so that a new one is only appended.
 * Now and then the old ones are left behind: the file is written anew beside the old one and takes its place.
 */
export function openLetterStore(file: string | undefined): LetterStore {
  let letters = file ? readLetters(file) : [];
  let lines = Number.POSITIVE_INFINITY; // what an older run has left may end in half a line, so it is written anew
  let work: Promise<void> = Promise.resolve();

  function after(act: (path: string) => Promise<void>): Promise<void> {
    if (!file) return Promise.resolve();
    const done = work.then(() => act(file));
    work = done.catch(() => {});
    return done;
  }

  async function writeAnew(path: string): Promise<void> {
    const store = letters;
    await writeFile(`${path}.new`, store.map(toLine).join(""), { mode: 0o600 });
    await rename(`${path}.new`, path);
    lines = store.length;
  }

  return {
    list: () => letters,
    add(letter) {
      letters = [...letters, letter].slice(-maxLetters);
      return after(async (path) => {
        if (lines >= 2 * maxLetters) return writeAnew(path);
        await appendFile(path, toLine(letter), { mode: 0o600 });
        lines += 1;
      });
    },
    clear() {
      letters = [];
      return after(writeAnew);
    },
    written: () => work,
  };
}

function toLine(letter: MailboxLetter): string {
  return `${JSON.stringify(letter)}\n`;
}

/** What a killed process has written half is left out, and a letter that got in twice is read once. */
function readLetters(file: string): MailboxLetter[] {
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw error;
  }
  const letters = text.split("\n").flatMap(readLine);
  return [...new Map(letters.map((letter) => [letter.id, letter])).values()].slice(-maxLetters);
}

function readLine(line: string): MailboxLetter[] {
  try {
    return [JSON.parse(line) as MailboxLetter];
  } catch {
    return [];
  }
}
