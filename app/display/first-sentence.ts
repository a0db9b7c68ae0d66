/** The end of a sentence: a mark before a space that belongs to no initial (`R. K.`) and no title (`Dr.`). */
const end = /(?<!(?:^|[\s.])(?:\p{Lu}|Dr|Mr|Mrs|Ms|St|Jr|Sr))[.!?।]["”’)]*(?=\s)/u;

/** The first sentence of a text, whole: lists that have no room for all of a text show it, and cut nothing. */
export function firstSentence(text: string): string {
  const found = end.exec(text);
  return found ? text.slice(0, found.index + found[0].length) : text;
}

/** As many whole sentences from the beginning of a text as `maxLength` letters hold, `atMost` of them; empty where not even the first fits. */
export function firstSentences(text: string, { atMost, maxLength }: { atMost: number; maxLength: number }): string {
  let told = "";
  for (let count = 0; count < atMost; count += 1) {
    const next = told + firstSentence(text.slice(told.length));
    if (next.length > maxLength || next === told) break;
    told = next;
  }
  return told.trim();
}
