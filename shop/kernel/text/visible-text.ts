/** Marks that are not seen: zero-width spaces, marks that turn the direction of writing, fillers, tags. */
const unseen = /(?![\u200c\u200d])\p{Default_Ignorable_Code_Point}/gu;

/** A joiner that joins nothing: at the beginning, after another, after a Latin letter, a digit or a space. */
const idleJoiner =
  /(?<![\p{L}\p{M}])[\u200c\u200d]+|(?<=\p{Script=Latin})[\u200c\u200d]+|(?<=[\u200c\u200d])[\u200c\u200d]+/gu;

/**
 * What somebody typed or pasted, without the marks nobody sees. Joiners stay where Indian scripts write with them, as
 * in र्‍य or ന്‍.
 */
export function stripInvisibleCharacters(text: string): string {
  return text.replace(unseen, "").replace(idleJoiner, "");
}
