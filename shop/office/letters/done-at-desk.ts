import type { LetterContent, LetterLink, LetterShop } from "#shop/kernel/mail/letter-content.ts";
import { linkToDesk } from "./link-to.ts";

interface AtDesk {
  /** What the button to the desk's page says. */
  label: string;
  /** The desk's page where the matter is done. */
  deskPath: string;
  note?: string;
}

/** Where a letter to the bookseller leads: to a page of the desk, or, while the desk is shut, to a page of the shop. */
export function doneAtDesk(
  { deskUrl }: LetterShop,
  { label, deskPath, note }: AtDesk,
  inShop: LetterLink,
): Pick<LetterContent, "action" | "note"> {
  if (deskUrl === null)
    return {
      action: inShop,
      note: "The desk, where this is done, is shut. The log of the shop’s start says what opens it.",
    };
  return { action: { label, url: linkToDesk(deskPath, deskUrl) }, ...(note && { note }) };
}
