const small = (
  "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen " +
  "seventeen eighteen nineteen"
).split(" ");
const tens = "- - twenty thirty forty fifty sixty seventy eighty ninety".split(" ");
const values = new Map<string, number>([
  ...small.map((word, value): [string, number] => [word, value]),
  ...tens.map((word, place): [string, number] => [word, place * 10]),
]);
values.delete("-");

/** The spoken forms of a number of up to four digits that a title may use: 1984 is "nineteen eighty four". */
export function spellNumber(digits: string): string[] {
  if (!/^[1-9]\d{0,3}$/.test(digits)) return [];
  const number = Number(digits);
  if (number < 100) return [spellPair(number)];
  const [hundreds, rest] = [Math.floor(number / 100), number % 100];
  if (number >= 1000 && hundreds % 10 === 0) {
    const thousands = `${small[hundreds / 10]} thousand`;
    return rest === 0 ? [thousands] : [`${thousands} ${spellPair(rest)}`, `${thousands} and ${spellPair(rest)}`];
  }
  const said = `${spellPair(hundreds)} hundred`;
  if (rest === 0) return [said];
  const full = [`${said} ${spellPair(rest)}`, `${said} and ${spellPair(rest)}`];
  return number >= 1000 ? [`${spellPair(hundreds)} ${rest < 10 ? "oh " : ""}${spellPair(rest)}`, ...full] : full;
}

/** The longest number in words that begins at `start`, with its length in words; null if there is none. */
export function readNumber(words: string[], start: number): { digits: string; length: number } | null {
  const longest = Math.min(words.length - start, 6);
  for (let length = longest; length > 0; length -= 1) {
    const number = valueOf(words.slice(start, start + length));
    if (number !== null) return { digits: String(number), length };
  }
  return null;
}

function spellPair(number: number): string {
  if (number < 20) return small[number] ?? "";
  const [ten, one] = [tens[Math.floor(number / 10)] ?? "", number % 10];
  return one === 0 ? ten : `${ten} ${small[one]}`;
}

function valueOf(words: string[]): number | null {
  const pair = pairOf(words);
  if (pair !== null) return pair;
  const thousand = words.indexOf("thousand");
  if (thousand >= 0) return joined(words, thousand, 1000);
  const hundred = words.indexOf("hundred");
  if (hundred >= 0) return joined(words, hundred, 100);
  // A year: "nineteen eighty four".
  for (const first of [1, 2]) {
    const [century, rest] = [pairOf(words.slice(0, first)), pairOf(words.slice(first))];
    if (century !== null && rest !== null && century >= 10 && rest >= 10) return century * 100 + rest;
  }
  return null;
}

/** "two thousand and one": multiplies the words before the multiplier by it, and adds the words after it. */
function joined(words: string[], at: number, times: number): number | null {
  const before = at === 0 ? 1 : pairOf(words.slice(0, at));
  const behind = words.slice(words[at + 1] === "and" && at + 2 < words.length ? at + 2 : at + 1);
  const rest = behind.length === 0 ? 0 : pairOf(behind);
  return before === null || rest === null || before === 0 ? null : before * times + rest;
}

/** A number below a hundred in one or two words. */
function pairOf(words: string[]): number | null {
  const [first, second] = words.map((word) => values.get(word));
  if (words.length === 1) return first ?? null;
  if (words.length !== 2 || first === undefined || second === undefined) return null;
  return first >= 20 && second > 0 && second < 10 ? first + second : null;
}
