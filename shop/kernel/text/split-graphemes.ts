/**
 * Splits a text into letters as readers count them (grapheme clusters). Browsers without `Intl.Segmenter`, such as
 * Firefox before 125, get code points instead.
 */
export function splitGraphemes(text: string): string[] {
  if (!("Segmenter" in Intl)) return Array.from(text);
  return Array.from(new Intl.Segmenter("en").segment(text), ({ segment }) => segment);
}
