import { href } from "#routing/href.ts";
import type { AccountLetter } from "./account-letter.ts";
import { cleanText, linkTo, salutation } from "#shop/text/clean-text.ts";
import type { LetterContent } from "#shop/mail/letter-content.ts";
import type { LetterShop } from "./letter.ts";

/** Finds the words for a letter about an account. */
export function renderAccountContent(letter: AccountLetter, shop: LetterShop): LetterContent {
  const name = cleanText(shop.name);
  const greeting = letter.kind === "confirm-email" ? "Dear reader," : salutation(letter.readerName);
  const start = { greeting, facts: [], links: [] };
  switch (letter.kind) {
    case "confirm-email":
      return {
        ...start,
        subject: `Confirm your e-mail address for ${name}`,
        preheader: "One press, and letters from the shop come to this address.",
        heading: "Is this your address?",
        paragraphs: [
          `Somebody, most likely you, wants the letters of an account at ${name} to come to this address. Open the page below in the browser where you are signed in, and confirm it there.`,
          "The link works for one day. If this was not you, do nothing: only the owner of the account can use it.",
        ],
        action: { label: "Confirm this address", url: linkTo(letter.url, shop.publicUrl) },
        because: `You get this letter because your address was entered in an account at ${name}.`,
      };
    case "email-changed":
      return {
        ...start,
        subject: `Your e-mail address at ${name} has changed`,
        preheader: "Letters about your account and your orders now go to another address.",
        heading: "Our letters now go to another address",
        paragraphs: [
          "You have confirmed another e-mail address, so letters about your account and your next orders go there. You sign in with the same Google account as before.",
          `If this was not you, sign in, sign out on every device, and write to ${cleanText(shop.supportEmail)}.`,
        ],
        action: { label: "See your account", url: linkTo(shop.publicUrl + href("/account"), shop.publicUrl) },
        because: `You get this letter because it was the address of your account at ${name}.`,
      };
    case "account-deleted":
      return {
        ...start,
        subject: `Your account at ${name} is deleted`,
        preheader: "This is our last letter about it.",
        heading: "Your account is deleted",
        paragraphs: [
          "Your name, address, phone, e-mail, cart, saved addresses and everything else in your account is gone, and you are signed out everywhere.",
          letter.orderCount === 0
            ? "You had no orders, so nothing is kept."
            : "Of your orders we keep what was sold and for how much, without your name. Bills and credit notes stay as they were printed, with the name and address on them, because the law asks a shop to keep them for up to eight years.",
        ],
        action: { label: "Visit the shop", url: linkTo(shop.publicUrl, shop.publicUrl) },
        note: "You are welcome back at any time: signing in with Google begins a new account.",
        because: `You get this letter because you deleted your account at ${name}.`,
      };
  }
}
