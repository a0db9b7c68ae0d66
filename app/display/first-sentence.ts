/** The end of a sentence: a mark before a space that belongs to no initial (`R. K.`) and no title (`Dr.`). */
const end = /(?<!(?:^|[\s.])(?:\p{Lu}|Dr|Mr|Mrs|Ms|St|Jr|Sr))[.!?।]["”’)]*(?=\s)/u;

/** The first sentence of a text, whole: lists that have no room for all of a text show it, and cut nothing. */
export function firstSentence(text: string): string {
  const found = end.exec(text);
  return found ? text.slice(0, found.index + found[0].length) : text;
}
