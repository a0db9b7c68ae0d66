import { foldText } from "#shop/text/fold-text.ts";

const maxLength = 80;

/** A name as part of an address, such as `a-fine-balance`; empty when nothing in it is Latin. */
export function slugOf(text: string): string {
  return foldText(text)
    .replaceAll("ß", "ss")
    .replaceAll("ø", "o")
    .replaceAll("ł", "l")
    .replaceAll("đ", "d")
    .replaceAll("æ", "ae")
    .replaceAll("œ", "oe")
    .replaceAll("&", " and ")
    .replaceAll(/['".]/g, "")
    .replaceAll(/[^a-z0-9]+/g, "-")
    .slice(0, maxLength)
    .replaceAll(/^-+|-+$/g, "");
}
