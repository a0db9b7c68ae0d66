/** Words for "no value" that people, spreadsheets, databases and scripts write, in any field. */
const emptyWords = new Set(
  (
    " - -- --- . .. ? * n/a na n.a. n.a #n/a #na nan none nil null (null) <null> [null] \\n undefined (blank) (none) (empty) " +
    "#ref! #value! #name? #div/0! #null! #num! #spill! #calc! #field!"
  ).split(" "),
);

/** Whether a text of a file means "no value". */
export function isNullWord(text: string): boolean {
  const word = text
    .trim()
    .toLowerCase()
    .replaceAll(/[\u2010-\u2015]/g, "-");
  return word.length <= 20 && emptyWords.has(word);
}
