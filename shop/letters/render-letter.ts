import { cleanText } from "#shop/text/clean-text.ts";
import type { Letter, LetterShop } from "./letter.ts";
import type { LetterContent } from "#shop/mail/letter-content.ts";
import { renderHtml } from "#shop/mail/render-html.ts";
import { renderText } from "#shop/mail/render-text.ts";
import { renderLetterContent } from "./render-letter-content.ts";

type RenderedLetter = Pick<LetterContent, "subject" | "replyTo" | "unsubscribeUrl"> & {
  html: string;
  text: string;
  listId?: string;
};

/** A letter ready to be sent: one subject line, and the same facts as HTML and as plain text. */
export function renderLetter(letter: Letter, shop: LetterShop): RenderedLetter {
  const content = renderLetterContent(letter, shop);
  const { replyTo, unsubscribeUrl, list } = content;
  return {
    subject: cleanText(content.subject),
    html: renderHtml(content, shop),
    text: renderText(content, shop),
    ...(replyTo === undefined ? {} : { replyTo }),
    ...(unsubscribeUrl === undefined ? {} : { unsubscribeUrl }),
    ...(list === undefined ? {} : { listId: `${list}.${new URL(shop.publicUrl).hostname}` }),
  };
}
