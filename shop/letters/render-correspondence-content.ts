import { href } from "#routing/href.ts";
import { cleanText, linkTo, shorten } from "#shop/text/clean-text.ts";
import type { CorrespondenceLetter } from "./correspondence-letter.ts";
import type { LetterShop } from "./letter.ts";
import type { LetterContent } from "#shop/mail/letter-content.ts";

type LetterOf<Kind extends CorrespondenceLetter["kind"]> = Extract<CorrespondenceLetter, { kind: Kind }>;

/** Finds the words for a letter about correspondence. */
export function renderCorrespondenceContent(letter: CorrespondenceLetter, shop: LetterShop): LetterContent {
  switch (letter.kind) {
    case "contact-received":
      return writeReceived(letter, shop);
    case "contact-for-shop":
      return writeForShop(letter, shop);
    case "contact-gathered":
      return writeGathered(shop);
    case "newsletter-confirm":
      return writeConfirm(letter, shop);
    case "newsletter-welcome":
      return writeWelcome(letter, shop);
    case "newsletter-issue":
      return writeIssue(letter, shop);
  }
}

function writeReceived({ ticket, url }: LetterOf<"contact-received">, shop: LetterShop): LetterContent {
  return {
    subject: `We have your message, ticket ${ticket}`,
    preheader: `Your message has arrived. Its ticket is ${ticket}.`,
    reference: `Ticket ${ticket}`,
    heading: "Your message has arrived",
    greeting: "Dear reader,",
    paragraphs: [
      "Thank you for writing to us. A person reads every message and answers to this address, usually within two working days.",
      "If something has gone wrong with an order, we put it right within a month at the latest. The ticket tells us which message you mean.",
    ],
    facts: [{ label: "Your ticket", value: ticket }],
    action: { label: "See your ticket", url: linkTo(url, shop.publicUrl) },
    links: [],
    because: `You get this letter because somebody gave this address on the contact page of ${cleanText(shop.name)}. If it was not you, there is nothing to do.`,
  };
}

function writeForShop(letter: LetterOf<"contact-for-shop">, shop: LetterShop): LetterContent {
  const { ticket, url } = letter;
  const subject = cleanText(letter.subject);
  return {
    subject: `${ticket}: ${shorten(subject, 100)}`,
    preheader: `${shorten(cleanText(letter.name), 60)} writes through the contact page.`,
    reference: `Ticket ${ticket}`,
    heading: shorten(subject, 120),
    greeting: `${cleanText(letter.name)} writes:`,
    paragraphs: letter.message
      .split("\n")
      .map(cleanText)
      .filter((line) => line !== ""),
    facts: [
      { label: "From", value: cleanText(letter.name) },
      { label: "Answer to", value: cleanText(letter.email) },
    ],
    action: { label: "See the ticket", url: linkTo(url, shop.publicUrl) },
    links: [],
    note: `Reply to this letter, and your answer goes to the reader. Then close the ticket: npm run shop -- contact close ${ticket}`,
    because: `You get this letter because you run ${cleanText(shop.name)}.`,
    replyTo: letter.email,
  };
}

function writeGathered(shop: LetterShop): LetterContent {
  return {
    subject: "More messages came today than we send by letter",
    preheader: "All of them are saved. The command line lists them.",
    heading: "Many messages came today",
    greeting: "Hello,",
    paragraphs: [
      "Too many messages have come through the contact page within a day to send you every one. None is lost: the command below lists all messages that wait for an answer.",
      "If they look automatic, do not rely on their senders' addresses, because anybody may have typed them.",
    ],
    facts: [{ label: "To read them", value: "npm run shop -- contact list" }],
    action: { label: "Visit the shop", url: linkTo(href("/"), shop.publicUrl) },
    links: [],
    because: `You get this letter because you run ${cleanText(shop.name)}. It comes once a day at most.`,
  };
}

function writeConfirm({ confirmUrl }: LetterOf<"newsletter-confirm">, shop: LetterShop): LetterContent {
  const name = cleanText(shop.name);
  return {
    subject: `Do you want letters from ${name}?`,
    preheader: "One press, and you are on the list. Nothing happens without it.",
    heading: "Is this really you?",
    greeting: "Hello,",
    paragraphs: [
      `Somebody, we hope it was you, asked for ${name}'s newsletter at this address. Open the page below and press its button, and the next one is yours.`,
      "If it was not you, there is nothing to do: the address is on no list, and we forget it within 30 days.",
    ],
    facts: [],
    action: { label: "Open the page", url: linkTo(confirmUrl, shop.publicUrl) },
    links: [],
    because: `You get this letter because somebody gave this address to ${name} for its newsletter.`,
  };
}

function writeWelcome({ unsubscribeUrl }: LetterOf<"newsletter-welcome">, shop: LetterShop): LetterContent {
  const name = cleanText(shop.name);
  const url = linkTo(unsubscribeUrl, shop.publicUrl);
  return {
    subject: `You are on ${name}'s list`,
    preheader: "New books worth your evening, and a link to unsubscribe should you want it.",
    heading: "Welcome to the list",
    greeting: "Hello,",
    paragraphs: [
      "We write when there is something to tell: books that are new on the table, lists made by hand, a bundle now and then.",
      "Every letter has a link to unsubscribe. One press, no questions, and your address is deleted.",
    ],
    facts: [],
    action: { label: "See what is new", url: linkTo(href("/"), shop.publicUrl) },
    links: [{ label: "Unsubscribe", url }],
    because: `You get this letter because you asked for ${name}'s newsletter and confirmed it. It comes from ${cleanText(shop.postalAddress)}.`,
    unsubscribeUrl: url,
    list: "newsletter",
  };
}

function writeIssue(letter: LetterOf<"newsletter-issue">, shop: LetterShop): LetterContent {
  const name = cleanText(shop.name);
  const [first, ...others] = letter.links.map(({ label, url }) => ({ label, url: linkTo(url, shop.publicUrl) }));
  const unsubscribeUrl = letter.unsubscribeUrl === null ? null : linkTo(letter.unsubscribeUrl, shop.publicUrl);
  return {
    subject: letter.subject,
    preheader: shorten(letter.paragraphs[0]!, 120),
    heading: letter.subject,
    greeting: "Hello,",
    paragraphs: letter.paragraphs,
    facts: [],
    action: first ?? { label: "Visit the shop", url: linkTo(href("/"), shop.publicUrl) },
    links: [...others, ...(unsubscribeUrl === null ? [] : [{ label: "Unsubscribe", url: unsubscribeUrl }])],
    because:
      unsubscribeUrl === null
        ? `You get this letter because you run ${name}: readers get it when you send it to everyone.`
        : `You get this letter because you asked for ${name}'s newsletter and confirmed it. It comes from ${cleanText(shop.postalAddress)}.`,
    ...(unsubscribeUrl === null ? {} : { unsubscribeUrl }),
    list: "newsletter",
  };
}
