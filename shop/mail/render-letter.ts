import { cleanText } from "./clean-text.ts";
import type { Letter, LetterShop } from "./letter.ts";
import { setAsHtml } from "./set-as-html.ts";
import { setAsText } from "./set-as-text.ts";
import { writeLetter } from "./write-letter.ts";

/** A letter ready to be sent: one subject line, and the same facts as HTML and as plain text. */
export function renderLetter(letter: Letter, shop: LetterShop): { subject: string; html: string; text: string } {
  const content = writeLetter(letter, shop);
  return { subject: cleanText(content.subject), html: setAsHtml(content, shop), text: setAsText(content, shop) };
}
