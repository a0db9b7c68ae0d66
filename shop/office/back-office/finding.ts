/**
 * A result of the self-check: all is well, it is a stand-in that is not for readers (`test`), a person should look at it
 * (`look`), or the shop cannot run with it (`broken`).
 */
export interface Finding {
  about: string;
  state: "well" | "test" | "look" | "broken";
  words: string;
  /** What to do about it, for a bookseller. */
  advice?: string;
  /** The same for the person who looks after the server: settings and paths, and what only a terminal can do. */
  operator?: string;
  /** How the command line does what the desk does too; the desk does not show it. */
  command?: string;
  /** Texts that are entered elsewhere, by their names. */
  copies?: Record<string, string>;
}

/** Something that is in order. */
export function well(about: string, words: string, operator?: string): Finding {
  return { about, state: "well", words, operator };
}

/** A stand-in, which does for trying the shop out. */
export function test(about: string, words: string, advice?: string, operator?: string): Finding {
  return { about, state: "test", words, advice, operator };
}

/** Something that a person should look at. */
export function look(about: string, words: string, advice: string, operator?: string): Finding {
  return { about, state: "look", words, advice, operator };
}

/** Something without which the shop cannot run. */
export function broken(about: string, words: string, advice: string, operator?: string): Finding {
  return { about, state: "broken", words, advice, operator };
}
