import { quote, type Reading } from "./reading.ts";

/** An ISBN, or the barcode of a product that is not a book. */
export type IsbnReading = Reading<string> | { barcode: string };

/**
 * Parses an ISBN into 13 digits. Accepts hyphens, spaces and characters that spreadsheets add; converts an ISBN-10 and
 * restores leading zeros that a spreadsheet removed. Registrant groups are not checked: new ones are assigned every
 * month.
 */
export function readIsbn(text: string): IsbnReading {
  const written = text
    .slice(0, 100)
    .replace(/^[\s='"[(]*(?:ISBN(?:[\s-]*1[03])?\s*:?)?/i, "")
    // `9780143027249 (paperback)`, and LibraryThing's `[0143027247]`.
    .replace(/(?<=[\dXx])\s*[\])].*$|(?<=[\dXx])\s*[([].*$/s, "")
    .replace(/[\s\p{Pd}\p{Cf}'"]|\.0+$/gu, "")
    .toUpperCase();
  if (/^\d(?:\.\d+)?E\+?\d+$/.test(written))
    return { fault: `The ISBN ${quote(text)} was shortened by a spreadsheet program, which lost its last digits` };
  if (!/^\d+X?$/.test(written)) return { fault: `${quote(text)} is no ISBN` };
  if (written.length === 13) return readThirteen(written);
  const [, thirteen] = withAddOn.exec(written) ?? [];
  if (thirteen) {
    const read = readThirteen(thirteen);
    if ("value" in read) return read;
  }
  if (written.length === 10) return readTen(written);
  if (written.length === 8 || written.length === 9) {
    const padded = readTen(written.padStart(10, "0"));
    if ("value" in padded)
      return {
        ...padded,
        mended: `${written} has lost its leading zero in a spreadsheet: the zero was restored`,
      };
  }
  if (written.length === 12 && written.startsWith("97"))
    return { fault: `The ISBN ${quote(text)} has 12 digits: one is missing` };
  return { fault: `The ISBN ${quote(text)} has ${written.length} digits: it must have 13, or 10 if it is an old ISBN` };
}

/**
 * Whether a cell among item codes is an ISBN, or was one before it was mistyped or shortened by a spreadsheet; `code` if
 * it is neither. An ISBN must have 13 or 10 digits here, because short codes are ISBNs without zeros by chance.
 */
export function classifyCode(text: string): "isbn" | "spoilt isbn" | "code" {
  const reading = readIsbn(text);
  if ("value" in reading && !reading.mended) return "isbn";
  const written = text.slice(0, 100).replace(/[\s\p{Pd}'"=]/gu, "");
  return "fault" in reading && /^97\d{9,10}[\dX]$|^\d\.\d+E\+\d+$/i.test(written) ? "spoilt isbn" : "code";
}

/** A barcode may have an add-on of 5 or 2 digits, such as a price, which scanners append to the ISBN. */
const withAddOn = /^(97[89]\d{10})(?:\d{5}|\d{2})$/;

function readThirteen(digits: string): IsbnReading {
  const wanted = checkDigit13(digits);
  if (digits[12] !== wanted)
    return {
      fault: `The ISBN ${digits} ends in the check digit ${digits[12]}, but must end in ${wanted}: a digit is wrong`,
    };
  return /^97[89]/.test(digits) ? { value: digits } : { barcode: digits };
}

function readTen(digits: string): Reading<string> {
  let sum = 0;
  for (let place = 0; place < 9; place++) sum += Number(digits[place]) * (10 - place);
  const check = (11 - (sum % 11)) % 11;
  const wanted = check === 10 ? "X" : String(check);
  if (digits[9] !== wanted)
    return {
      fault: `The ISBN ${digits} ends in the check digit ${digits[9]}, but must end in ${wanted}: a digit is wrong`,
    };
  const thirteen = `978${digits.slice(0, 9)}`;
  return { value: thirteen + checkDigit13(thirteen) };
}

/**
 * The check digit of an ISBN-13 from its first 12 digits: the difference between the sum of the digits (with weights 1
 * and 3 in turn) and the next multiple of ten.
 */
function checkDigit13(digits: string): string {
  let sum = 0;
  for (let place = 0; place < 12; place++) sum += Number(digits[place]) * (place % 2 === 0 ? 1 : 3);
  return String((10 - (sum % 10)) % 10);
}
