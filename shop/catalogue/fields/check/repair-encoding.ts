/** Repairs texts that were decoded with a wrong encoding, and detects lost letters. */
import { isUtf8 } from "node:buffer";

import { fromWindows1252 } from "./named-entities.ts";
import { quote, type Reading } from "./reading.ts";

/**
 * The byte of each non-ASCII character in Windows-1252. For the control characters that Windows-1252 lacks, it is the
 * byte in Latin-1.
 */
const windowsBytes = new Map<string, number>();
for (let byte = 0x80; byte <= 0xff; byte++) {
  windowsBytes.set(String.fromCharCode(byte), byte);
  windowsBytes.set(fromWindows1252(byte), byte);
}
const windowsRun = new RegExp(
  `[${[...windowsBytes.keys()].map((sign) => `\\u{${sign.codePointAt(0)?.toString(16)}}`).join("")}]{2,}`,
  "gu",
);

/** The scripts of the shop's books. Repaired text must be in one of them. */
const scripts =
  "Devanagari Bengali Gurmukhi Gujarati Oriya Tamil Telugu Kannada Malayalam Sinhala Arabic Hebrew Cyrillic Greek Han Hiragana Katakana Hangul Thai Tibetan Ol_Chiki Meetei_Mayek".split(
    " ",
  );
const scriptLetters = scripts.map((script) => new RegExp(`\\p{Script=${script}}`, "u"));
/** Letters and signs of texts in Latin script. */
const latin = /^[\u00a0-\u017f\u02b0-\u02ff\u1e00-\u1eff\u2000-\u2bff\u{1f000}-\u{1faff}]$/u;
/** Traces of UTF-8 that was decoded wrongly and cannot be repaired. */
const wreck = /[ÂÃà-ï][\u0080-\u00bf\u0152-\u0178\u2018-\u2122]|â€/gu;

/**
 * Repairs text whose UTF-8 was read as Windows-1252 and saved again: `CafÃ© Society`, `à¤—à¥‹`. Lost letters, `??????`
 * or U+FFFD, are a fault; a long text may have a few.
 */
export function readLetters(text: string, what: string, { isLong = false } = {}): Reading<string> {
  if (!suspicious.test(text)) return { value: text };
  const turned = decodeMojibake(decodeMojibake(text));
  // `Premchand (????????)`: the brackets repeat the name in another script, so they can be removed.
  const value = isLong ? turned : turned.replace(/\s*[([][\s?]*\?{2}[\s?]*[)\]]/g, "");
  if (isLost(value, isLong))
    return {
      fault: `The letters of the ${what} ${quote(text)} were lost when the file was saved (save it as CSV UTF-8)`,
    };
  if (turned === text)
    return value === text
      ? { value }
      : { value, mended: `The ${what} ${quote(text)} has lost letters in brackets, which were removed` };
  return {
    value,
    mended: `The ${what} ${quote(text)} was UTF-8, but had been read in another encoding: it was repaired to ${quote(value)}`,
  };
}

const suspicious = /\?\?|\uFFFD|[\u00c2-\u00f4][\u0080-\u00bf\u0152-\u0192\u02c6-\u02dc\u2013-\u2122]/;

function decodeMojibake(text: string): string {
  return text.replace(windowsRun, (run) => {
    const bytes = Buffer.from(Array.from(run, (sign) => windowsBytes.get(sign) ?? 0));
    if (!isUtf8(bytes)) return run;
    const turned = bytes.toString("utf8");
    return isPlausible(turned) ? turned : run;
  });
}

/** Whether a text has letters of at most one non-Latin script. */
function isPlausible(text: string): boolean {
  const found = new Set<RegExp>();
  for (const sign of text) {
    if (latin.test(sign) || /\p{Cf}|\p{M}/u.test(sign)) continue;
    const script = scriptLetters.find((letters) => letters.test(sign));
    if (!script) return false;
    found.add(script);
  }
  return found.size <= 1;
}

/** A word that consists of question marks. */
const lostWord = /(?:^|\s)\?{3,}(?:$|\s)/;

/**
 * Whether letters were lost. In a single line, one or two lost letters are enough; in a long text, a large part must be
 * lost.
 */
function isLost(text: string, isLong: boolean): boolean {
  const signs = text.match(/\S/gu)?.length ?? 0;
  const questions = text.match(/\?/g)?.length ?? 0;
  const replaced = text.match(/\uFFFD/g)?.length ?? 0;
  const wrecked = text.match(wreck)?.length ?? 0;
  if ((questions >= 2 && questions * 2 > signs) || replaced * 2 > signs) return true;
  return isLong ? wrecked * 4 > signs : replaced > 0 || wrecked > 1 || lostWord.test(text);
}
