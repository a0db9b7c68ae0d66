/** Returns the `lang` of a text that may be in Devanagari; undefined for the page's own language. */
export function detectLanguage(text: string): "hi" | undefined {
  return /\p{Script=Devanagari}/u.test(text) ? "hi" : undefined;
}
