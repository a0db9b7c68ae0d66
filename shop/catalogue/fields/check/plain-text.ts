/** Cleans texts of files: single lines and paragraphs, without markup, invisible characters and wrong encodings. */
import sanitizeHtml from "sanitize-html";

import { decodeEntities } from "./named-entities.ts";
import { cleanLines, cleanText, shorten } from "#shop/kernel/text/clean-text.ts";
import { readLetters } from "./repair-encoding.ts";
import { quote, type Reading } from "./reading.ts";

/** The maximum number of characters of a text before parsing; longer texts are rejected. */
const maxRawLength = 400_000;

const unseenMended = "Invisible characters, such as marks for the direction of writing, were removed";

/** A single line of text without markup; a text over `maxLength` characters is a fault. */
export function readLine(text: string, what: string, maxLength: number): Reading<string> {
  const tooLong = (length: number) => ({
    fault: `The ${what} has ${length.toLocaleString("en-IN")} characters; write at most ${maxLength}`,
  });
  if (text.length > maxLength * 20) return tooLong(text.length);
  const letters = readLetters(decodeEntities(text), what);
  if ("fault" in letters) return letters;
  const decoded = letters.value;
  const plain = decoded.replace(/<\/?[a-z][^<>]{0,200}>/gi, "");
  const isOrdinary = ordinary.test(plain);
  const value = isOrdinary ? plain.replace(/\s+/g, " ").trim() : clean(plain);
  if (value.length > maxLength) return tooLong(value.length);
  if (letters.mended) return { value, mended: letters.mended };
  if (plain !== decoded) return { value, mended: `The markup of the ${what} ${quote(text)} was removed` };
  if (!isOrdinary && isCleaned(plain, value)) return { value, mended: `${unseenMended} from the ${what}` };
  return { value };
}

/** Latin letters, common signs and line breaks: text that needs no normalization and no cleaning. */
const ordinary = /^[\n\r\t\u0020-\u007e\u00a0-\u00ac\u00ae-\u02ff\u2010-\u2027\u2030-\u203f]*$/;

/**
 * Cleans a text and normalizes it to NFC, because some keyboards and systems write a composed letter as a letter and a
 * combining mark.
 */
function clean(text: string): string {
  return cleanText(text.normalize("NFC")).normalize("NFC");
}

/** Whether more than whitespace was removed. */
function isCleaned(before: string, after: string): boolean {
  return before.normalize("NFC").replace(/\s/g, "").length !== after.replace(/\s/g, "").length;
}

/**
 * Text or HTML as plain paragraphs with an empty line between them. A text over `maxLength` is cut after a word and
 * ends with an ellipsis.
 */
export function readParagraphs(text: string, what: string, maxLength: number): Reading<string> {
  if (text.length > maxRawLength)
    return { fault: `The ${what} has ${text.length.toLocaleString("en-IN")} characters, which is too long` };
  const mended: string[] = [];
  let plain = text;
  // Some senders escape their HTML twice.
  for (let round = 0; round < 2; round++) {
    if (/<[a-z!/?]/i.test(plain)) {
      if (/<(?:script|style|iframe|object|embed|form)[\s>/]/i.test(plain))
        mended.push(`Scripts and other active parts of the ${what} were removed`);
      plain = stripMarkup(plain);
    }
    plain = decodeEntities(plain);
    if (!/<\/?(?:p|br|div|b|i|em|strong|ul|ol|li|span|a|h[1-6]|script|style)\b[^<>]*>/i.test(plain)) break;
  }
  const letters = readLetters(plain, what, { isLong: true });
  if ("fault" in letters) return letters;
  if (letters.mended) mended.push(letters.mended);
  plain = letters.value;
  const isOrdinary = ordinary.test(plain);
  const cleaned = isOrdinary
    ? plain
        .replace(/\r\n?/g, "\n")
        .replace(/[^\S\n]+/g, " ")
        .replace(/ ?\n ?/g, "\n")
        .trim()
    : cleanLines(plain.normalize("NFC")).normalize("NFC");
  const value = cleaned.replace(/\n{2,}/g, "\n\n");
  if (!isOrdinary && isCleaned(plain, value)) mended.push(`${unseenMended} from the ${what}`);
  if (value.length <= maxLength) return mended.length > 0 ? { value, mended: mended.join("; ") } : { value };
  const most = maxLength.toLocaleString("en-IN");
  mended.push(`The ${what} was shortened to ${most} characters`);
  return {
    value: cut(value, maxLength),
    mended: mended.join("; "),
    lost: `Write at most ${most} characters`,
  };
}

const blocks = "p div h1 h2 h3 h4 h5 h6 ul ol dl dt dd blockquote pre table tr section article header footer hr".split(
  " ",
);

/** Tags that are removed without starting a new paragraph or line. */
const inline = "b|i|em|strong|u|span|sup|sub|small|cite";
/** Matches anything but harmless tags without attributes and simple references, which most descriptions contain. */
const harmful = new RegExp(
  `<(?!/?(?:${inline}|${blocks.join("|")}|br|li) ?/?>)|&(?!(?:amp|lt|gt|quot|nbsp|#\\d{1,7});)`,
  "i",
);
const inlineTags = new RegExp(`</?(?:${inline}) ?/?>`, "gi");

/** HTML as text: blocks begin paragraphs, `<br>` and list items begin lines. */
function stripMarkup(html: string): string {
  const spaced = html.replace(/\s+/g, " ");
  // sanitize-html takes ten times as long, and has nothing to remove from harmless markup.
  const kept = harmful.test(spaced) ? sanitize(spaced) : spaced.replace(inlineTags, "");
  return kept
    .replace(/<br ?\/?>/gi, "\n")
    .replace(/<li>/gi, "\n• ")
    .replace(/<\/li ?>/gi, "")
    .replace(/<[^<>]*>/g, "\n\n");
}

function sanitize(html: string): string {
  return sanitizeHtml(html, {
    allowedTags: [...blocks, "br", "li"],
    allowedAttributes: {},
    nonTextTags: ["script", "style", "textarea", "option", "noscript", "iframe", "object", "embed", "title", "xmp"],
    // Deeper elements lose their tags, but keep their text.
    nestingLimit: 100,
  });
}

function cut(text: string, maxLength: number): string {
  const head = text.slice(0, maxLength - 1);
  const end = Math.max(head.lastIndexOf(" "), head.lastIndexOf("\n"));
  return `${(end > maxLength / 2 ? head.slice(0, end) : shorten(head, head.length)).trimEnd()}…`;
}
