import { href } from "#routing/href.ts";
import { unsubscribeLink } from "#shop/people/correspondence/letter-links.server.ts";
import { findNewsletterState } from "#shop/people/correspondence/newsletter.server.ts";
import { cleanText } from "#shop/kernel/text/clean-text.ts";
import type { LetterType } from "#shop/office/letters/letter-type.ts";
import { linkTo } from "#shop/office/letters/link-to.ts";

interface NewsletterWelcome {
  unsubscribeUrl: string;
}

/** To a new newsletter subscriber, with the link to unsubscribe. */
export const newsletterWelcome: LetterType<NewsletterWelcome, "newsletter-welcome"> = {
  async load({ db, settings }, { facts }) {
    const { token } = facts;
    const state = await findNewsletterState(db, token);
    return state === "confirmed" ? { unsubscribeUrl: unsubscribeLink(settings.publicUrl, token) } : null;
  },
  write({ unsubscribeUrl }, shop) {
    const name = cleanText(shop.name);
    const url = linkTo(unsubscribeUrl, shop.publicUrl);
    return {
      subject: `You are on ${name}’s list`,
      preheader: "New books worth your evening, and a link to unsubscribe should you want it.",
      heading: "Welcome to the list",
      greeting: "Hello,",
      paragraphs: [
        "We write when there is something to tell: books that are new on the table, lists made by hand, a bundle now and then.",
        "Every issue has a link to unsubscribe. One click, no questions, and your address is deleted.",
      ],
      facts: [],
      action: { label: "See what is new", url: linkTo(href("/"), shop.publicUrl) },
      links: [],
      because: `You get this e-mail because you asked for ${name}’s newsletter and confirmed it.`,
      unsubscribe: { label: "Unsubscribe", url },
      list: "newsletter",
    };
  },
  sample: {
    unsubscribeUrl: "https://endpaper.example/newsletter/leave/3b0c5f7e9a1d2c4b6e8f",
  },
};
