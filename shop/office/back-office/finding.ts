/**
 * A result of the self-check: all is well, it is a stand-in that is not for readers (`test`), a person should look at it
 * (`look`), or the shop cannot run with it (`broken`).
 */
export interface Finding {
  about: string;
  state: "well" | "test" | "look" | "broken";
  words: string;
  /** What to do about it. */
  advice?: string;
}

/** Something that is in order. */
export function well(about: string, words: string): Finding {
  return { about, state: "well", words };
}

/** A stand-in, which does for trying the shop out. */
export function test(about: string, words: string): Finding {
  return { about, state: "test", words };
}

/** Something that a person should look at. */
export function look(about: string, words: string, advice: string): Finding {
  return { about, state: "look", words, advice };
}

/** Something without which the shop cannot run. */
export function broken(about: string, words: string, advice: string): Finding {
  return { about, state: "broken", words, advice };
}
