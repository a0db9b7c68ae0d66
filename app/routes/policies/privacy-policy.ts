/** The text of the Privacy Policy: which data of a reader the shop keeps, why and for how long. */
import { joinNames, type ProviderFacts } from "#shop/sales/payments/provider-names.ts";
import type { ShopSettings } from "#shop/services.ts";
import { grievanceFacts, mailLink, sellerFacts } from "#app/content/shop-facts.ts";
import { identityProviders, waysToSignIn } from "#app/content/ways-to-sign-in.ts";
import type { ContentPage } from "#app/content/content-page.ts";

/** Retention periods, in days unless noted. The values are the constants that the jobs for deletion use. */
export interface RetentionDays {
  /** Newsletter addresses that are never confirmed. */
  unanswered: number;
  /** Messages and book requests, after the ticket is closed. */
  closedTicket: number;
  /** Former texts of a review that the reader has changed. */
  formerWords: number;
  /** Addresses for “Tell me when it is back”, after that e-mail. */
  told: number;
  /** E-mails that are not about an order. */
  letter: number;
  /** Personal data of an order that was never paid. */
  unpaidOrder: number;
  /** Sessions: `session` from sign-in, `unusedSession` since the last use. */
  session: number;
  unusedSession: number;
  /** Search terms: `days` kept, `visitors` needed before the desk sees a term, `digits` a term may have at most. */
  searches: { days: number; visitors: number; digits: number };
  /** Hours for which a guest's delivery details prefill the form. */
  guestDetailsHours: number;
}

/**
 * Every statement must match what the shop does. `providers` are those that take payments now, and those of stored
 * payments.
 */
export function privacyPage(shop: ShopSettings, retention: RetentionDays, providers: ProviderFacts[]): ContentPage {
  const { name, seller } = shop;
  const names = providers.map((provider) => provider.name);
  const companies = [...identityProviders.map((provider) => provider.name), ...names];
  return {
    title: "Privacy policy",
    description: `What ${name} keeps about you, why, for how long, and how to have it deleted.`,
    lead: "We keep what we need to sell books, and nothing to follow you around with. No advertising, no trackers, no selling of data.",
    updated: lastChange(providers),
    sections: [
      {
        id: "who",
        heading: "Who is responsible",
        blocks: [
          `${seller.legalName} decides what happens with your data in this shop (the data fiduciary, in the words of the Digital Personal Data Protection Act, 2023).`,
          { facts: sellerFacts(shop) },
        ],
      },
      {
        id: "what",
        heading: "What we keep, why, and how long",
        blocks: [
          "Each row is one purpose. We use the data for no other.",
          {
            table: {
              caption: "What we keep",
              headings: ["What", "Why", "How long"],
              rows: [
                ["Your cart", "To be there when you come back", "Until you empty it or order"],
                [
                  "Orders\nName, e-mail, phone, address, books, amounts, the words on your bookplates",
                  "To deliver, to write to you about the order, to keep accounts",
                  `As long as tax law requires us to keep accounts: eight years. Of an order that was never paid, ${retention.unpaidOrder} days; then your name, e-mail, phone, address and bookplates are deleted`,
                ],
                [
                  "Pictures of your bookplates\nThe book and the words on its bookplate; made only when you press “Send a picture”",
                  "So that you can show them: anyone with the address of a picture sees it",
                  "Until you take the picture away, or the data of its order is deleted",
                ],
                [
                  `Payments\n${joinNames(names)}’s number, amount, the kind of payment, the last four digits of a card or a masked UPI address`,
                  "To know what is paid and to make refunds",
                  "As long as the order",
                ],
                [
                  "Your account, if you sign in\nName, e-mail and picture; phone, addresses and wishlist if you add them",
                  "To recognise you and to keep your orders together",
                  "Until you close the account",
                ],
                [
                  "Where you are signed in\nBrowser and system, such as “Chrome on Windows”, and when it was last seen",
                  "So that you can see it and sign out elsewhere",
                  `${retention.session} days at most, or until you sign out`,
                ],
                ...waysToSignIn.flatMap(({ stored }) => stored),
                [
                  "What you write on the contact page, and a book you ask us for\nWith your address",
                  "To answer",
                  `${retention.closedTicket} days after it is closed`,
                ],
                [
                  "Your address for the newsletter",
                  "To send it, once you have confirmed it by e-mail",
                  `Until you unsubscribe; ${retention.unanswered} days if you never confirm it`,
                ],
                [
                  "Your address for “Tell me when it is back”",
                  "For one e-mail",
                  `${retention.told} days after that e-mail`,
                ],
                [
                  "E-mails that are not about an order\nWhich e-mail, when, and to which address",
                  "So that none is sent twice",
                  `${retention.letter} days; issues of the newsletter until you unsubscribe`,
                ],
                [
                  "Reviews you write\nWith the name you choose, and what we decided if we hid one",
                  "To show them to other readers",
                  `Until you withdraw them; the former text of a review that you changed, ${retention.formerWords} days; our decisions, until you close the account`,
                ],
              ],
            },
          },
          "We keep no record of the pages you look at. Network addresses are used in passing, to stop floods of requests, and are stored only with an order while it waits for its payment.",
        ],
      },
      {
        id: "searches",
        heading: "What is searched for",
        blocks: [
          "We count what is searched for, so that we know which books to get: how many people searched for each phrase each day, never who. For that we do not look at your account or your cart.",
          {
            list: [
              "So that you count once for a text, we store until midnight (India’s) a code made from your network address, the name of your browser, the text and a secret of that day. The address itself is not stored.",
              "After midnight the secret and all codes of the day are deleted. Then nobody can tell any more who searched, nor what else they searched for.",
              `Texts with an @, or with more than ${retention.searches.digits} digits, are not counted, because they may be an address or a telephone number; ISBNs are counted.`,
              `We look only at texts that ${retention.searches.visitors} visitors or more searched for; a visitor who searches again on another day counts again. A count is deleted after ${retention.searches.days} days.`,
            ],
          },
        ],
      },
      {
        id: "cookies",
        heading: "Cookies, by name",
        blocks: [
          "The shop uses only cookies that it cannot work without, so there is no banner to click away. On a secure address, the names marked with a star begin with “__Host-”, which ties them to this shop.",
          {
            table: {
              caption: "Cookies and what the browser stores",
              headings: ["Name", "What it does", "How long"],
              rows: [
                [
                  "cart *",
                  `Finds your cart and, as a guest, your orders; a random number. Scripts cannot read it. For ${retention.guestDetailsHours} hours after an order it fills in your delivery details again.`,
                  "One year, or until you press “Forget my details on this device” in the cart",
                ],
                ["cart-count", "How many books are in it, for the badge in the header", "One year"],
                [
                  "session *",
                  "Keeps you signed in. Scripts cannot read it.",
                  `${retention.session} days, or ${retention.unusedSession} days unused`,
                ],
                ["sign-in *", "Ties a sign-in to the browser where you started it", "Ten minutes"],
                [
                  "flash",
                  "A message for the next page, such as that an order is cancelled, or which book you asked for",
                  "One minute",
                ],
                [
                  "ex-libris",
                  "What you want written on the bookplates of your next order",
                  "30 days, or until you order, sign out or forget your details",
                ],
                ["auth-hint", "Tells the page that you have just signed in or out", "Two minutes"],
                [
                  "cache-partition",
                  "Tells the browser which of your pages it may store. It gives no access.",
                  `${retention.session} days, or until you sign out; as long as your cart when you are a guest`,
                ],
                [
                  "Pages you opened\nStored by the browser, not cookies",
                  "They open without a connection. Your cart, wishlist and orders are among them, on this device alone.",
                  "Until you clear them; your own until you sign out",
                ],
                [
                  "cart-books\nStored by the browser, not a cookie",
                  "Which books are in your cart, so that their buttons say so",
                  "Until you sign out or clear it",
                ],
                [
                  "cart-queue\nStored by the browser, not a cookie",
                  "Books you chose without a connection, until they are in your cart",
                  "Until you are online",
                ],
                [
                  "auth-storage, auth-token\nStored by the browser, not cookies",
                  "Your name and e-mail, to greet you. They give no access.",
                  "Until you sign out",
                ],
                [
                  "last-searches\nStored by the browser, not a cookie",
                  "The last five texts you searched for, offered when the search box is empty. None that may be an address or a number; each can be removed there.",
                  "Until you sign out or remove them",
                ],
                [
                  "delivery-pin\nStored by the browser, not a cookie",
                  "The PIN code you checked, so that every book’s page can show its delivery time",
                  "Until you clear it",
                ],
              ],
            },
          },
          `${joinNames(companies)} may set cookies of their own, on their sign-in pages and in the payment window. Their policies say which.`,
        ],
      },
      {
        id: "others",
        heading: "Who else sees it",
        blocks: [
          {
            list: [
              ...providers.map(
                ({ name: provider, privacyPolicyUrl }) =>
                  `${provider} takes the payment: it gets your name, e-mail, phone and the amount, and what you enter in its window. [${provider}’s policy](${privacyPolicyUrl}).`,
              ),
              ...identityProviders.map(
                ({ name: provider, privacyPolicyUrl }) =>
                  `${provider} tells us your name, e-mail and picture, if you sign in with it. It learns nothing about what you buy. [${provider}’s policy](${privacyPolicyUrl}).`,
              ),
              "The courier gets the name, address and phone number on the parcel.",
              "The company that carries our e-mails sees them, as every mail server does.",
              "Authorities, when the law obliges us.",
            ],
          },
          `Nobody else. ${joinNames(companies)} may handle data outside India under their own rules.`,
        ],
      },
      {
        id: "children",
        heading: "Children",
        blocks: [
          "This shop is not for children under 13, and we do not knowingly keep data about them. In India the law protects everybody under 18: a person under 18 needs the consent of a parent or guardian before giving us data. We track nobody’s behaviour and show no advertising, to children least of all.",
          "If you think a child has given us data without that consent, write to us and we delete it.",
        ],
      },
      {
        id: "rights",
        heading: "What you may ask of us",
        blocks: [
          {
            list: [
              "To see what we keep about you, in a form you can take with you.",
              "To have it corrected.",
              "To have it deleted. What tax law requires us to keep stays for eight years, for the accounts only.",
              "To take back a consent as easily as you gave it: unsubscribe from the newsletter with the link in every issue, close the account on its page.",
              "To name somebody who may do all this for you if you die or no longer can.",
            ],
          },
          `Write to ${mailLink(seller.email)} or through the [contact page](/contact). We answer within 48 hours and finish within a month. We may ask a question to be sure that it is you.`,
        ],
      },
      {
        id: "safety",
        heading: "How it is kept safe",
        blocks: [
          "Everything between you and the shop is encrypted. Passwords and sign-ins are stored only as hashes, card numbers not at all. Pages that hold something of yours are never stored in shared caches.",
          "If your data is ever at risk because of a mistake of ours, we tell you and the Data Protection Board of India without delay: what happened, what it may mean, and what to do.",
        ],
      },
      {
        id: "complaints",
        heading: "Complaints",
        blocks: [
          { facts: grievanceFacts(shop) },
          "If we do not settle it, you may go to the Data Protection Board of India.",
        ],
      },
      {
        id: "changes",
        heading: "Changes",
        blocks: [
          "When this policy changes, the date at the top changes. Before anything is used for a new purpose, we ask you.",
        ],
      },
    ],
  };
}

/** The last day on which the text above, a way to sign in or a payment provider changed; formatted. */
function lastChange(providers: ProviderFacts[]): string {
  const days = ["2025-05-31", ...[...waysToSignIn, ...providers].map(({ addedOn }) => addedOn)];
  return new Date(days.toSorted().at(-1)!).toLocaleDateString("en-US", { dateStyle: "long", timeZone: "UTC" });
}
