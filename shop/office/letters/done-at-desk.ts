import type { LetterContent, LetterShop } from "#shop/kernel/mail/letter-content.ts";
import { linkToDesk } from "./link-to.ts";

interface AtDesk {
  /** What the button to the desk's page says. */
  label: string;
  /** The desk's page where the matter is done. */
  deskPath: string;
  note?: string;
}

/** Where a letter to the bookseller leads: to a page of the desk, or, in a shop whose desk is shut, to what the command line says. */
export function doneAtDesk(
  { deskUrl }: LetterShop,
  { label, deskPath, note }: AtDesk,
  withoutDesk: Pick<LetterContent, "action" | "note">,
): Pick<LetterContent, "action" | "note"> {
  return deskUrl === null
    ? withoutDesk
    : { action: { label, url: linkToDesk(deskPath, deskUrl) }, ...(note && { note }) };
}
