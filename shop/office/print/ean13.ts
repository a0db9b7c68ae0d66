import { requiredItem } from "#shop/kernel/text/required-value.ts";

/** The alphabets of the six left digits, which encode the first digit (GS1 General Specifications, 5.2). */
const firstDigits = [
  "AAAAAA",
  "AABABB",
  "AABBAB",
  "AABBBA",
  "ABAABB",
  "ABBAAB",
  "ABBBAA",
  "ABABAB",
  "ABABBA",
  "ABBABA",
];
/** Alphabet A, with a 1 for each dark module; C is its inverse, and B is C backwards. */
const alphabetA = [
  "0001101",
  "0011001",
  "0010011",
  "0111101",
  "0100011",
  "0110001",
  "0101111",
  "0111011",
  "0110111",
  "0001011",
];

/** Light modules that must stay free to the left and right of the bars. */
export const quietZone = { left: 11, right: 7 };
/** Modules of an EAN-13 between its quiet zones. */
export const modules = 95;
/** Width of a module, height of the bars, and how far guard bars extend below them, in millimetres at full size. */
export const fullSize = { module: 0.33, height: 22.85, guard: 5 * 0.33 };

/** The check digit for the first 12 digits. */
export function checkDigit(twelve: string): number {
  const sum = [...twelve].reduce((sum, digit, place) => sum + Number(digit) * (place % 2 === 0 ? 1 : 3), 0);
  return (10 - (sum % 10)) % 10;
}

/** Whether a text is a number of 13 digits with the right check digit. */
export function isEan13(number: string): boolean {
  return /^\d{13}$/.test(number) && checkDigit(number.slice(0, 12)) === Number(number[12]);
}

/** A dark bar: its first module, counted from the end of the left quiet zone, and its width in modules. */
export interface Bar {
  start: number;
  width: number;
  /** Whether the bar is part of a guard pattern. These bars extend below the others. */
  isGuard: boolean;
}

/** The dark bars of an EAN-13. Throws a RangeError when its check digit is wrong. */
export function barsOf(number: string): Bar[] {
  if (!isEan13(number)) throw new RangeError(`${number} is not a valid EAN-13: its check digit is wrong.`);
  const alphabets = requiredItem(firstDigits, Number(number[0]));
  const left = Array.from(alphabets, (alphabet, place) => patternOf(Number(number[place + 1]), alphabet)).join("");
  const right = Array.from(number.slice(7), (digit) => patternOf(Number(digit), "C")).join("");
  const all = `101${left}01010${right}101`;
  return [...all.matchAll(/1+/g)].map(({ index, 0: run }) => ({
    start: index,
    width: run.length,
    isGuard: index < 3 || (index >= 45 && index < 50) || index >= 92,
  }));
}

function patternOf(digit: number, alphabet: string): string {
  const a = requiredItem(alphabetA, digit);
  if (alphabet === "A") return a;
  const c = Array.from(a, (module) => (module === "1" ? "0" : "1")).join("");
  return alphabet === "C" ? c : [...c].reverse().join("");
}
