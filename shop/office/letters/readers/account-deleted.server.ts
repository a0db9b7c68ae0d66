import { cleanText } from "#shop/kernel/text/clean-text.ts";
import type { LetterType } from "#shop/office/letters/letter-type.ts";
import { linkTo } from "#shop/office/letters/link-to.ts";
import { salutation } from "#shop/office/letters/salutation.ts";

interface AccountDeleted {
  readerName: string;
  /** Orders that are kept, without the reader's data. */
  orderCount: number;
}

/** The last letter to a reader, after deletion of the account. */
export const accountDeleted: LetterType<AccountDeleted, "account-deleted"> = {
  load: (_, { facts }) => Promise.resolve(facts),
  write(letter, shop) {
    const name = cleanText(shop.name);
    return {
      greeting: salutation(letter.readerName),
      facts: [],
      links: [],
      subject: `Your account at ${name} is deleted`,
      preheader: "This is our last e-mail about it.",
      heading: "Your account is deleted",
      paragraphs: [
        "Your name, address, phone, e-mail, cart, saved addresses and everything else in your account is gone, and you are signed out everywhere.",
        letter.orderCount === 0
          ? "You had no orders, so nothing is kept."
          : "Of your orders we keep what was sold and for how much, without your name. Bills and credit notes stay as they were printed, with the name and address on them, because the law requires a shop to keep them for up to eight years.",
      ],
      action: { label: "Visit the shop", url: linkTo(shop.publicUrl, shop.publicUrl) },
      note: "You are welcome back at any time: signing in again begins a new account.",
      because: `You get this e-mail because you deleted your account at ${name}.`,
    };
  },
  sample: { readerName: "Asha Rao", orderCount: 3 },
};
