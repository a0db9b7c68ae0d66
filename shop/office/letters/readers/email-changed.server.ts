import { href } from "#routing/href.ts";
import { cleanText } from "#shop/kernel/text/clean-text.ts";
import type { LetterType } from "#shop/office/letters/letter-type.ts";
import { linkTo } from "#shop/office/letters/link-to.ts";
import { salutation } from "#shop/office/letters/salutation.ts";

interface EmailChanged {
  readerName: string;
}

/** To the former address of a reader who changed it. */
export const emailChanged: LetterType<EmailChanged, "email-changed"> = {
  load: (_, { facts }) => Promise.resolve(facts),
  write(letter, shop) {
    const name = cleanText(shop.name);
    return {
      greeting: salutation(letter.readerName),
      facts: [],
      links: [],
      subject: `Your e-mail address at ${name} has changed`,
      preheader: "E-mails about your account and your orders now go to another address.",
      heading: "Our e-mails now go to another address",
      paragraphs: [
        "You have confirmed another e-mail address, so e-mails about your account and your next orders go there. You sign in as before.",
        `If this was not you, sign in, sign out on every device, and write to ${cleanText(shop.supportEmail)}.`,
      ],
      action: { label: "See your account", url: linkTo(shop.publicUrl + href("/account"), shop.publicUrl) },
      because: `You get this e-mail because it was the address of your account at ${name}.`,
    };
  },
  sample: { readerName: "Asha Rao" },
};
