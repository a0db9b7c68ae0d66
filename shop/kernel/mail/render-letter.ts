import { cleanText } from "#shop/kernel/text/clean-text.ts";
import type { LetterContent, LetterShop } from "./letter-content.ts";
import { renderHtml } from "./render-html.ts";
import { renderText } from "./render-text.ts";

type RenderedLetter = Pick<LetterContent, "subject" | "replyTo" | "unsubscribeUrl"> & {
  html: string;
  text: string;
  listId?: string;
};

/** Renders a letter for the outbox: its subject line, and its content as HTML and as plain text. */
export function renderLetter(content: LetterContent, shop: LetterShop): RenderedLetter {
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
