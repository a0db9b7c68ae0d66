import { readFileSync } from "node:fs";
import { appendFile, rename, writeFile } from "node:fs/promises";

/** A received letter. */
export interface MailboxLetter {
  id: string;
  /** The header Message-ID with its angle brackets; empty if the letter has none. */
  messageId: string;
  from: string;
  /** The recipients of the SMTP envelope, not those of the headers, joined by ", ". */
  to: string;
  subject: string;
  html: string;
  text: string;
  /** The names of the attached files. Letters stored by older versions have none. */
  files?: string[];
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
  /** Resolves when all letters are in the file. */
  written(): Promise<void>;
}

const maxLetters = 500;

/**
 * Keeps the newest 500 letters in memory, and in a file if one is given. The file has one letter per line, and new
 * letters are appended. From time to time it is rewritten without old letters, by way of a temporary file.
 */
export function openLetterStore(file: string | undefined): LetterStore {
  let letters = file ? readLetters(file) : [];
  // an earlier run may have left an incomplete line, so the first write rewrites the file
  let lines = Number.POSITIVE_INFINITY;
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

/** Reads the letters. Skips duplicates, and a line that a crash left incomplete. */
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
