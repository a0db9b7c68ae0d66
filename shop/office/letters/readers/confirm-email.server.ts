import { sql } from "#db/sql.ts";

import { emailChangeLink } from "#shop/people/readers/email-change-link.server.ts";
import { cleanText } from "#shop/kernel/text/clean-text.ts";
import type { LetterType } from "#shop/office/letters/letter-type.ts";
import { linkTo } from "#shop/office/letters/link-to.ts";

interface ConfirmEmail {
  /** The confirmation page, with a signature. */
  url: string;
}

/** To an unverified address: without the reader's name, which can be any text. */
export const confirmEmail: LetterType<ConfirmEmail, "confirm-email"> = {
  async load({ db, settings, linkKey }, { facts }) {
    const { changeId } = facts;
    const { rows } = await db.execute(sql`select from email_changes where id = ${changeId}`);
    return rows[0] ? { url: emailChangeLink(settings.publicUrl, linkKey, changeId) } : null;
  },
  write(letter, shop) {
    const name = cleanText(shop.name);
    return {
      greeting: "Dear reader,",
      facts: [],
      links: [],
      subject: `Confirm your e-mail address for ${name}`,
      preheader: "One click, and the shop’s e-mails come to this address.",
      heading: "Is this your address?",
      paragraphs: [
        `Somebody, most likely you, wants the e-mails of an account at ${name} to come to this address. Open the page below in the browser where you are signed in, and confirm it there.`,
        "The link works for one day. If this was not you, do nothing: only the owner of the account can use it.",
      ],
      action: { label: "Confirm this address", url: linkTo(letter.url, shop.publicUrl) },
      because: `You get this e-mail because your address was entered in an account at ${name}.`,
    };
  },
  sample: {
    url: "https://endpaper.example/account/confirm-email?change=5d0f6c1e-8a7b-4c3d-9e2f-1a2b3c4d5e6f&key=3b0c5f7e9a1d",
  },
};
