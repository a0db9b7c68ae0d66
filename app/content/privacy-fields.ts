/** Fields of the privacy policy: which data the shop keeps, why and for how long, and who else sees it. */
import { messengerFacts } from "#shop/kernel/messengers/messenger.ts";
import { joinNames, type ProviderFacts } from "#shop/sales/payments/provider-names.ts";
import type { CodeSettings } from "#shop/services.ts";
import type { Block } from "./content-page.ts";
import { identityProviders, waysToSignIn } from "./ways-to-sign-in.ts";

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
  /** Codes by message that confirm orders. */
  codes: number;
  /** Counts of refused parcels, after their orders were erased; in years. */
  refusedParcelsYears: number;
  /** Sessions: `session` from sign-in, `unusedSession` since the last use. */
  session: number;
  unusedSession: number;
  /** Search terms: `days` kept, `visitors` needed before the desk sees a term, `digits` a term may have at most. */
  searches: { days: number; visitors: number; digits: number };
  /** Hours for which a guest's delivery details prefill the form. */
  guestDetailsHours: number;
}

/** What the privacy policy says besides the settings. */
export interface PrivacyFacts {
  retention: RetentionDays;
  settings: { confirmationCodes: CodeSettings };
  /** The payment providers that take payments now, and those of stored payments. */
  providers: ProviderFacts[];
}

/** The companies that tell the shop who a reader is, and that take payments, such as `Google and Razorpay`. */
export function nameCompanies({ providers }: PrivacyFacts): string {
  return joinNames([...identityProviders, ...providers].map(({ name }) => name));
}

/** The messenger by which codes are sent; null if none are. */
function messengerOf({ settings }: PrivacyFacts) {
  const { by } = settings.confirmationCodes;
  return by === null ? null : messengerFacts[by];
}

/** What the shop keeps, why, and how long. */
export function storedData(facts: PrivacyFacts): Block[] {
  const { retention, providers } = facts;
  const messenger = messengerOf(facts);
  const names = providers.map((provider) => provider.name);
  return [
    {
      table: {
        caption: "What we keep",
        headings: ["What", "Why", "How long"],
        rows: [
          ["Your cart", "To be there when you come back", "Until you empty it or order"],
          [
            "Orders\nName, e-mail, phone, address, the business on the bill, books, amounts, the words on your bookplates",
            "To deliver, to write to you about the order, to keep accounts",
            `As long as tax law requires us to keep accounts: eight years. Of an order that was never paid, ${retention.unpaidOrder} days; then your name, e-mail, phone, address and bookplates are deleted`,
          ],
          [
            "Parcels to pay on delivery that came back\nHow many, and a code made from the phone number with a secret of the shop",
            "To offer payment on delivery only to numbers that take their parcels, also after the data of the orders is deleted",
            `${retention.refusedParcelsYears} years after the data of the order is deleted`,
          ],
          ...(messenger
            ? [
                [
                  `Codes by ${messenger.name} that you asked for\nWhen, whether they arrived, and codes made from the phone number and the network address with a secret of the shop`,
                  "To confirm your order on delivery, and to limit how many are sent",
                  `${retention.codes} days`,
                ],
              ]
            : []),
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
          ["Your address for “Tell me when it is back”", "For one e-mail", `${retention.told} days after that e-mail`],
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
  ];
}

/** Cookies, and what the browser stores. */
export function cookies({ retention }: PrivacyFacts): Block[] {
  return [
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
  ];
}

/** Who else sees data of readers. */
export function whoSeesData(facts: PrivacyFacts): Block[] {
  const { providers } = facts;
  const messenger = messengerOf(facts);
  return [
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
        ...(messenger
          ? [
              `${messenger.company} carries the code by ${messenger.name}, if you ask for one: it gets your phone number and the code, and learns that it comes from us, also outside India. [${messenger.name}’s policy](${messenger.privacyPolicyUrl}).`,
            ]
          : []),
        "The courier gets the name, address and phone number on the parcel.",
        "The company that carries our e-mails sees them, as every mail server does.",
        "Authorities, when the law obliges us.",
      ],
    },
  ];
}

/** The last day on which a way to sign in, a payment provider or a messenger changed the policy (`YYYY-MM-DD`). */
export function lastPrivacyChange(facts: PrivacyFacts): string {
  const all = [...waysToSignIn, ...facts.providers, messengerOf(facts)];
  return ["2025-05-31", ...all.flatMap((one) => one?.addedOn ?? [])].toSorted().at(-1) ?? "";
}
