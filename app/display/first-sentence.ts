/** End of a sentence: a punctuation mark before a space, except after an initial (`R. K.`) or a title (`Dr.`). */
const end = /(?<!(?:^|[\s.])(?:\p{Lu}|Dr|Mr|Mrs|Ms|St|Jr|Sr))[.!?।]["”’)]*(?=\s)/u;

/** Returns the first sentence of a text, for lists without room for all of it. */
export function firstSentence(text: string): string {
  const found = end.exec(text);
  return found ? text.slice(0, found.index + found[0].length) : text;
}

/**
 * Returns at most `atMost` whole sentences with at most `maxLength` characters together; empty when the first one is
 * too long.
 */
export function firstSentences(text: string, { atMost, maxLength }: { atMost: number; maxLength: number }): string {
  let told = "";
  for (let count = 0; count < atMost; count += 1) {
    const next = told + firstSentence(text.slice(told.length));
    if (next.length > maxLength || next === told) break;
    told = next;
  }
  return told.trim();
}
