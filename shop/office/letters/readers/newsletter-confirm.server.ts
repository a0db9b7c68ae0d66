import { confirmLink } from "#shop/people/correspondence/letter-links.server.ts";
import { findNewsletterState } from "#shop/people/correspondence/newsletter.server.ts";
import { cleanText } from "#shop/kernel/text/clean-text.ts";
import type { LetterType } from "#shop/office/letters/letter-type.ts";
import { linkTo } from "#shop/office/letters/link-to.ts";

interface NewsletterConfirm {
  confirmUrl: string;
}

/** Double opt-in: asks the owner of the address to confirm the subscription. */
export const newsletterConfirm: LetterType<NewsletterConfirm, "newsletter-confirm"> = {
  async load({ db, settings }, { facts }) {
    const { token } = facts;
    const state = await findNewsletterState(db, token);
    return state === "asked" ? { confirmUrl: confirmLink(settings.publicUrl, token) } : null;
  },
  write({ confirmUrl }, shop) {
    const name = cleanText(shop.name);
    return {
      subject: `Confirm your subscription to ${name}’s newsletter`,
      preheader: "Confirm with one click. Nothing happens without it.",
      heading: "One press and you’re in",
      greeting: "Hello,",
      paragraphs: [
        `Somebody, we hope it was you, asked for ${name}’s newsletter at this address. Confirm below and the next letter is yours.`,
        "If it was not you, you need not do anything: the address is not on our list, and we delete it within 30 days.",
      ],
      facts: [],
      action: { label: "Confirm your subscription", url: linkTo(confirmUrl, shop.publicUrl) },
      links: [],
      because: `You get this e-mail because somebody gave this address to ${name} for its newsletter.`,
    };
  },
  sample: {
    confirmUrl: "https://endpaper.example/newsletter/confirm/3b0c5f7e9a1d2c4b6e8f",
  },
};
