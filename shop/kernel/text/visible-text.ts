/** Invisible characters except joiners: zero-width spaces, direction marks, fillers, tags. */
const unseen = /(?![\u200c\u200d])\p{Default_Ignorable_Code_Point}/gu;

/** A joiner without effect: at the beginning, after another joiner, after a Latin letter, a digit or a space. */
const idleJoiner =
  /(?<![\p{L}\p{M}])[\u200c\u200d]+|(?<=\p{Script=Latin})[\u200c\u200d]+|(?<=[\u200c\u200d])[\u200c\u200d]+/gu;

/**
 * Removes invisible characters from typed or pasted text. Joiners stay where Indian scripts need them, as in र्‍य or
 * ന്‍.
 */
export function stripInvisibleCharacters(text: string): string {
  return text.replace(unseen, "").replace(idleJoiner, "");
}
