/** Languages that are written in Devanagari, besides Hindi. */
export const devanagariLanguages = [
  ["mr", "Marathi"],
  ["ne", "Nepali"],
  ["sa", "Sanskrit"],
  ["kok", "Konkani"],
  ["mai", "Maithili"],
] as const satisfies [code: string, name: string][];
