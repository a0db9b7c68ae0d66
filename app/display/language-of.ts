/** The `lang` of a name that may be written in Devanagari; undefined where it is the page's own language. */
export function languageOf(text: string): "hi" | undefined {
  return /\p{Script=Devanagari}/u.test(text) ? "hi" : undefined;
}
