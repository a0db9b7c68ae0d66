/** The link from letters to the desk page where a task is done. */
import type { LetterContent, LetterLink, LetterShop } from "#shop/kernel/mail/letter-content.ts";
import { linkToDesk } from "./link-to.ts";

interface AtDesk {
  /** The label of the button that links to the desk. */
  label: string;
  /** The desk page for the task. */
  deskPath: string;
  note?: string;
}

/** The action of a letter to the bookseller: a page of the desk, or of the shop if the desk is disabled. */
export function deskActionText(
  { deskUrl }: LetterShop,
  { label, deskPath, note }: AtDesk,
  inShop: LetterLink,
): Pick<LetterContent, "action" | "note"> {
  if (deskUrl === null)
    return {
      action: inShop,
      note: "The desk is disabled. The start-up log of the shop explains how to enable it.",
    };
  return { action: { label, url: linkToDesk(deskPath, deskUrl) }, ...(note && { note }) };
}
