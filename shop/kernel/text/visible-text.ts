/**
 * Invisible characters except joiners, such as zero-width spaces, direction marks, Hangul fillers, variation selectors
 * and Unicode tag characters.
 */
const unseen = /(?![\u200c\u200d])\p{Default_Ignorable_Code_Point}/gu;

/**
 * A joiner that no writing system needs: at the beginning, after another joiner, after a Latin letter, or after a
 * character that is neither a letter nor a combining mark, such as a digit or a space. Joined emoji become separate.
 */
const idleJoiner =
  /(?<![\p{L}\p{M}])[\u200c\u200d]+|(?<=\p{Script=Latin})[\u200c\u200d]+|(?<=[\u200c\u200d])[\u200c\u200d]+/gu;

/**
 * Removes invisible characters from typed or pasted text. Joiners stay where Indian scripts need them, as in र्‍य or
 * ന്‍.
 */
export function stripInvisibleCharacters(text: string): string {
  return text.replace(unseen, "").replace(idleJoiner, "");
}
