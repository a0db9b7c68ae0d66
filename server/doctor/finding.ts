/** What the doctor says of one thing: it is well, somebody should look at it, or the shop cannot do its work with it. */
export interface Finding {
  about: string;
  state: "well" | "look" | "broken";
  words: string;
  /** What to do about it. */
  advice?: string;
}

/** Something that is as it should be. */
export function well(about: string, words: string): Finding {
  return { about, state: "well", words };
}

/** Something that a person should look at. */
export function look(about: string, words: string, advice: string): Finding {
  return { about, state: "look", words, advice };
}

/** Something without which the shop cannot do its work. */
export function broken(about: string, words: string, advice: string): Finding {
  return { about, state: "broken", words, advice };
}
