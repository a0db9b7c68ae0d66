/** Matches scripts whose letters join or stack. Their letters are never spaced apart. */
export const joinedScript =
  /[\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Arabic}]/u;

/** Matches scripts that the first version of the drawings did not support. */
const laterScript = /[\u0600-\u06ff\u0750-\u077f\u08a0-\u08ff\u0980-\u0d7f\ufb50-\ufdff\ufe70-\ufefc]/;

/**
 * A factor in the names of drawings. It is different for text in scripts that were added later, so that those drawings
 * are renewed.
 */
export function lettersVersion(text: string): number {
  return laterScript.test(text) ? 2 : 1;
}

const rightToLeft = /[\p{Script=Arabic}--\p{N}]/v;
const leftToRight = /[[\p{L}\p{N}]--\p{Script=Arabic}]|[\u0660-\u0669\u06f0-\u06f9]/v;

/** A part of a line with one direction. */
export interface Stretch {
  text: string;
  isRightToLeft: boolean;
}

/** Whether a line begins on the right. Its first letter decides this. */
export function beginsOnRight(text: string): boolean {
  for (const letter of text) {
    if (rightToLeft.test(letter)) return true;
    if (/\p{L}/u.test(letter)) return false;
  }
  return false;
}

/**
 * Splits a line into parts of one direction, in visual order from left to right, by the Unicode bidirectional algorithm
 * for a line without direction marks. Neutral characters between two parts of the same direction have that direction.
 * Other neutral characters have the direction of the line.
 */
export function splitByDirection(text: string): Stretch[] {
  if (!rightToLeft.test(text)) return [{ text, isRightToLeft: false }];
  const isLineRight = beginsOnRight(text);
  const pieces: { text: string; isRightToLeft: boolean | null }[] = [];
  for (const letter of text) {
    const isMark = /\p{M}|[\u200c\u200d]/u.test(letter) && pieces.length > 0;
    const last = pieces.at(-1);
    const isRight = rightToLeft.test(letter) ? true : leftToRight.test(letter) ? false : null;
    if (last && (isMark || last.isRightToLeft === isRight)) last.text += letter;
    else pieces.push({ text: letter, isRightToLeft: isRight });
  }
  const stretches: Stretch[] = [];
  pieces.forEach((piece, index) => {
    const before = pieces[index - 1]?.isRightToLeft ?? isLineRight;
    const after = pieces[index + 1]?.isRightToLeft ?? isLineRight;
    const isRightToLeft = piece.isRightToLeft ?? (before === after ? before : isLineRight);
    const last = stretches.at(-1);
    if (last?.isRightToLeft === isRightToLeft) last.text += piece.text;
    else stretches.push({ text: piece.text, isRightToLeft });
  });
  return isLineRight ? stretches.toReversed() : stretches;
}
