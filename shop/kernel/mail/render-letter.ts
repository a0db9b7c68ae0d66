import { cleanText } from "#shop/kernel/text/clean-text.ts";
import type { LetterContent, LetterShop } from "./letter-content.ts";
import { renderHtml } from "./render-html.ts";
import { renderText } from "./render-text.ts";

type RenderedLetter = Pick<LetterContent, "subject" | "replyTo"> & {
  html: string;
  text: string;
  unsubscribeUrl?: string;
  listId?: string;
};

/** Renders a letter for the outbox: its subject line, and its content as HTML and as plain text. */
export function renderLetter(content: LetterContent, shop: LetterShop): RenderedLetter {
  const { replyTo, unsubscribe, list } = content;
  return {
    subject: cleanText(content.subject),
    html: renderHtml(content, shop),
    text: renderText(content, shop),
    ...(replyTo === undefined ? {} : { replyTo }),
    ...(unsubscribe === undefined ? {} : { unsubscribeUrl: unsubscribe.url }),
    ...(list === undefined ? {} : { listId: `${list}.${new URL(shop.publicUrl).hostname}` }),
  };
}
