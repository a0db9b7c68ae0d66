import { cleanText } from "./clean-text.ts";
import type { Letter, LetterShop } from "./letter.ts";
import type { LetterContent } from "./letter-content.ts";
import { setAsHtml } from "./set-as-html.ts";
import { setAsText } from "./set-as-text.ts";
import { writeLetter } from "./write-letter.ts";

type RenderedLetter = Pick<LetterContent, "subject" | "replyTo" | "leaveUrl"> & {
  html: string;
  text: string;
  listId?: string;
};

/** A letter ready to be sent: one subject line, and the same facts as HTML and as plain text. */
export function renderLetter(letter: Letter, shop: LetterShop): RenderedLetter {
  const content = writeLetter(letter, shop);
  const { replyTo, leaveUrl, list } = content;
  return {
    subject: cleanText(content.subject),
    html: setAsHtml(content, shop),
    text: setAsText(content, shop),
    ...(replyTo === undefined ? {} : { replyTo }),
    ...(leaveUrl === undefined ? {} : { leaveUrl }),
    ...(list === undefined ? {} : { listId: `${list}.${new URL(shop.publicUrl).hostname}` }),
  };
}
