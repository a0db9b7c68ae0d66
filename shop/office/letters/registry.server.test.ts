/** Tests of all letters: HTML and plain text, links, hostile texts, sums, and sizes. */
import { expect, test } from "vitest";

import type { LetterContent } from "#shop/kernel/mail/letter-content.ts";
import type { LetterKind } from "#shop/kernel/mail/letter-kinds.ts";
import { renderLetter } from "#shop/kernel/mail/render-letter.ts";
import { sampleLetters } from "#tests/support/sample-letters.ts";
import { backInStock } from "./readers/back-in-stock.server.ts";
import type { LetterType } from "./letter-type.ts";
import { newsletterIssue } from "./readers/newsletter-issue.server.ts";
import { orderCancelled } from "./orders/order-cancelled.server.ts";
import { orderConfirmed } from "./orders/order-confirmed.server.ts";
import type { LetterOrder } from "./orders/order-letter.ts";
import { orderRefunded } from "./orders/order-refunded.server.ts";
import { orderShipped } from "./orders/order-shipped.server.ts";
import { orderSoldOut } from "./orders/order-sold-out.server.ts";
import { letterTypes } from "./registry.server.ts";
import { sampleOrder, sampleShop } from "./orders/sample-order.ts";

const all = Object.entries(sampleLetters);
/** Letters to staff, which link to the desk. */
const isForStaff = ([name]: (typeof all)[number]) =>
  ["refund-for-owner", "refund-answered", "staff-invitation", "daily-for-owner"].some((kind) => name.startsWith(kind));
const each = all.filter((one) => !isForStaff(one));
const confirmed = (change: Partial<LetterOrder>, shop = sampleShop) =>
  orderConfirmed.write({ order: { ...sampleOrder, ...change }, isPaid: true }, shop);
const back = (title: string) => backInStock.write({ book: { ...backInStock.sample.book, title } }, sampleShop);

/** The visible text of an HTML letter, in one line. */
function readHtml(html: string): string {
  return html
    .replace(/^[^]*<body[^>]*>/, "")
    .replace(/<div style="display:none[^]*?<\/div>|<!--[^]*?-->/g, "")
    .replace(/<wbr\s*\/>|<\/?(span|a)\b[^>]*>/g, "")
    .replace(/<[^>]+>/g, " ")
    .replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)))
    .replaceAll("&nbsp;", " ")
    .replace(/\s+/g, " ");
}

function linksOf(html: string): string[] {
  return [...html.matchAll(/href="([^"]*)"/g)].map((match) => match[1]!.replaceAll("&#38;", "&"));
}

test("every kind has its own subject", () => {
  expect(all.map(([, letter]) => renderLetter(letter, sampleShop).subject)).toEqual([
    "We’re packing The Guide and 3 more, order EP-7K2M9QX4TB",
    "We’re packing The Guide and 3 more, order EP-7K2M9QX4TB",
    "We’re packing The Guide and 3 more, order EP-7K2M9QX4TB",
    "We’re packing The Guide and 3 more, order EP-7K2M9QX4TB",
    "Please confirm your order EP-7K2M9QX4TB",
    "Please confirm your order EP-7K2M9QX4TB",
    "Your order EP-7K2M9QX4TB was not confirmed",
    "Your order EP-7K2M9QX4TB: please pay ₹1,937.70",
    "₹937.70 to pay for order EP-7K2M9QX4TB",
    "We have received ₹1,937.70 for order EP-7K2M9QX4TB",
    "You can collect your order EP-7K2M9QX4TB",
    "Your books are still here: order EP-7K2M9QX4TB, until 1 December 2026",
    "Your order EP-7K2M9QX4TB is on its way",
    "Part of your order EP-7K2M9QX4TB is on its way",
    "The rest of your order EP-7K2M9QX4TB is on its way",
    "A new parcel for your order EP-7K2M9QX4TB is on its way",
    "The tracking number of your parcel: order EP-7K2M9QX4TB",
    "Your order EP-7K2M9QX4TB is cancelled",
    "Part of your order EP-7K2M9QX4TB is cancelled",
    "Part of your order EP-7K2M9QX4TB is cancelled",
    "Your refund of ₹299.00 for order EP-7K2M9QX4TB",
    "You pay ₹100.00 less for order EP-7K2M9QX4TB",
    "Your order EP-7K2M9QX4TB sold out; you get ₹1,937.70 back",
    "Your books of order EP-7K2M9QX4TB arrived, and were refunded",
    "We have received your return request for order EP-7K2M9QX4TB",
    "Return 12 of order EP-7K2M9QX4TB: The Guide",
    "Your return for order EP-7K2M9QX4TB: please send it to us",
    "Your return for order EP-7K2M9QX4TB: keep the book",
    "Your return for order EP-7K2M9QX4TB",
    "Back in stock: The Legends of Khasak",
    "₹50.00 less: The Legends of Khasak",
    "Back in stock: The Legends of Khasak",
    "Your review of The Guide is hidden",
    "Your review of The Guide is shown",
    "Review 7.2 waits for you: The Guide",
    "What did you think of The Guide?",
    "A refund of ₹6,500.00 waits for you: order EP-7K2M9QX4TB",
    "Your refund of ₹6,500.00 was declined: order EP-7K2M9QX4TB",
    "Your refund of ₹6,500.00 was approved: order EP-7K2M9QX4TB",
    "Asha Rao invites you to work at Endpaper",
    "You are invited to work at Endpaper",
    "Endpaper this morning: 12 orders to pack, and 4 things more",
    "Endpaper this morning: nothing waits",
    "Purchase order PO-12 of Endpaper: 6 copies of 2 titles",
    "Quotation QN-12 of Endpaper: 65 copies for ₹15,478.50",
    "We have your message, ticket EPT-7K2M9QX4",
    "Our answer to your message, ticket EPT-7K2M9QX4",
    "EPT-7K2M9QX4: A torn cover",
    "More messages came today than we send by e-mail",
    "We have your request for a book, ticket EPT-3H8W5RB2",
    "Our answer about the book you asked for, ticket EPT-3H8W5RB2",
    "Our answer about the book you asked for, ticket EPT-3H8W5RB2",
    "EPT-3H8W5RB2: a reader asks for The Room on the Roof",
    "Confirm your subscription to Endpaper’s newsletter",
    "You are on Endpaper’s list",
    "Books for the rains",
    "Confirm your e-mail address for Endpaper",
    "Your e-mail address at Endpaper has changed",
    "Your account at Endpaper is deleted",
  ]);
});

test.each(all)("%s says the same in HTML and in plain text", (_, letter) => {
  const { html, text } = renderLetter(letter, sampleShop);
  const seen = readHtml(html).toLowerCase();
  const facts = text
    .split("\n")
    // Signs of lists and addresses of links within a paragraph are in the plain text only.
    .flatMap((line) => line.split(/^- |\(https:\S+\)| {2,}|: |:$/))
    .filter((part) => /[\p{L}\p{N}]/u.test(part) && !part.startsWith("http"));
  expect(facts.length).toBeGreaterThan(8);
  expect(facts.filter((fact) => !seen.includes(fact.trim().toLowerCase()))).toEqual([]);
  const amounts = (words: string) => new Set(words.match(/₹[\d,.]+\d/g));
  expect(amounts(seen)).toEqual(amounts(text));
  const links = linksOf(html).filter((link) => link.startsWith("https:"));
  expect(links.filter((link) => !text.includes(link))).toEqual([]);
});

test.each(all)(
  "%s is a whole page with a language, one heading of the first rank and a hidden preheader",
  (_, letter) => {
    const { html } = renderLetter(letter, sampleShop);
    expect(html).toMatch(/^<!doctype html>\n<html lang="en">/);
    expect(html.match(/<h1/g)).toHaveLength(1);
    expect(html).toContain('<meta name="color-scheme" content="light dark">');
    expect(html).toMatch(/<div style="display:none[^>]*>\S/);
    expect(html).not.toMatch(/<(img|script|link|svg)|url\(|@import|undefined|\[object/i);
  },
);

/** The allowed links outside the shop: to the carrier of a parcel, or to the desk. */
const elsewhere: Record<string, string[]> = {
  "order-shipped": ["https://www.delhivery.com/track-v2/package/14908123456712"],
  "contact-for-shop": ["https://desk.endpaper.example/messages/EPT-7K2M9QX4"],
  "contact-gathered": ["https://desk.endpaper.example/messages", "https://desk.endpaper.example/wanted"],
  "book-request-for-shop": ["https://desk.endpaper.example/wanted/EPT-3H8W5RB2"],
  "return-for-shop": ["https://desk.endpaper.example/orders/EP-7K2M9QX4TB"],
  "review-for-shop": ["https://desk.endpaper.example/reviews"],
};

test.each(each)(
  "%s links to the shop only, and to the carrier of its parcel or the bookseller's desk",
  (kind, letter) => {
    const links = linksOf(renderLetter(letter, sampleShop).html);
    const others = links.filter((link) => !/^(https:\/\/endpaper\.example(\/|$)|mailto:|tel:)/.test(link));
    expect(others).toEqual(elsewhere[kind] ?? []);
  },
);

test("a letter to the bookseller leads to the desk, and while that is shut says so", () => {
  const shut = { ...sampleShop, deskUrl: null };
  const given = Object.keys(elsewhere).slice(1) as LetterKind[];
  for (const kind of given) {
    const { write, sample } = letterTypes[kind] as LetterType<object>;
    expect(renderLetter(write(sample, sampleShop), sampleShop).text, kind).not.toContain("is disabled");
    const { text, html } = renderLetter(write(sample, shut), shut);
    expect(inOneLine(text), kind).toContain("The desk is disabled.");
    expect(html, kind).not.toContain("//desk.");
  }
});

test("a letter that would link elsewhere is not written", () => {
  for (const url of ["https://evil.example/orders/1", "//evil.example/", "javascript:alert(1)"]) {
    expect(() => renderLetter(confirmed({ url }), sampleShop)).toThrow("links to https://endpaper.example only");
    expect(() => renderLetter(confirmed({ billUrl: url }), sampleShop)).toThrow("links to");
  }
});

test.each(["", "javascript:alert(1)", "http://carrier.example/1", "not a link"])(
  "a parcel tracked at %j is told of without that link",
  (trackingUrl) => {
    const letter = orderShipped.write({ ...orderShipped.sample, trackingUrl }, sampleShop);
    const { html, text } = renderLetter(letter, sampleShop);
    expect(linksOf(html)).not.toContain(trackingUrl === "" ? "nothing" : trackingUrl);
    expect(html).toContain("See your order");
    expect(text).toContain("Tracking number: 1490 8123 4567 12");
  },
);

const hostile = `<script>alert('1')</script>"><img src=x onerror="x">&amp;`;

test("a title or name that is HTML is shown as it is written", () => {
  const line = { ...sampleOrder.lines[0]!, title: hostile, author: hostile, format: hostile };
  const shop = { ...sampleShop, name: hostile };
  const discounts = [{ label: hostile, amountPaise: 1 }];
  const letter = confirmed({ readerName: hostile, addressLines: [hostile], lines: [line], discounts }, shop);
  const { html } = renderLetter(letter, shop);
  expect(html).not.toContain("<script");
  expect(html).not.toContain("<img");
  expect(html.match(/<title>/g)).toHaveLength(1);
  expect(readHtml(html)).toContain(hostile);
  expect(renderLetter(back(hostile), sampleShop).html).not.toMatch(/<script|<img/);
});

test("line breaks and marks that turn the writing round do not get into a letter", () => {
  const title = "One\r\nBcc: thief@evil.example\u2028\u202Ehtap\u0000";
  const { subject, html, text } = renderLetter(back(title), sampleShop);
  expect(subject).toBe("Back in stock: One Bcc: thief@evil.example htap");
  expect(html + text).not.toMatch(/[\r\0\u2028\u202e]/);
  expect(text).not.toMatch(/^Bcc:/m);
});

test("a name that mail programs would make a link of is not greeted with", () => {
  const greet = (readerName: string) => renderLetter(confirmed({ readerName }), sampleShop).text.split("\n")[0];
  expect(["You won at evil.example", "http://evil", "me@evil", "WWW.EVIL.COM", " \n"].map(greet)).toEqual(
    Array.from({ length: 5 }, () => "Dear reader,"),
  );
  const lookAlike = [
    "evil．example",
    "evil․example",
    "evil。example",
    "evil｡example",
    "me＠evil",
    "http：//x",
    "Call 98765 43210",
  ];
  expect(lookAlike.map(greet)).toEqual(lookAlike.map(() => "Dear reader,"));
  expect(["Asha Rao", "K.R.Narayanan", "Mohd.Arif", "प्रेमचंद", "Renée d'Souza-Shah"].map(greet)).toEqual([
    "Dear Asha Rao,",
    "Dear K.R.Narayanan,",
    "Dear Mohd.Arif,",
    "Dear प्रेमचंद,",
    "Dear Renée d'Souza-Shah,",
  ]);
});

test("an issue of the newsletter keeps the bookseller's greeting, and each link at its place", () => {
  const { text, html } = renderLetter(newsletterIssue.write(newsletterIssue.sample, sampleShop), sampleShop);
  const order = ["Dear readers,", "The first clouds", "The whole list", "Six books to read", "New on the table"];
  for (const seen of [text, readHtml(html)]) {
    const places = order.map((words) => seen.indexOf(words));
    expect(places).toEqual(places.filter((place) => place >= 0).toSorted((a, b) => a - b));
    expect(seen).not.toContain("Hello,");
  }
  expect(text).toMatch(/^Dear readers,/);
  expect(html).toMatch(/<div style="display:none[^>]*>The first clouds/);
  expect(html.match(/class="button"/g)).toHaveLength(1);
  const without = newsletterIssue.write(
    { ...newsletterIssue.sample, parts: [{ paragraph: ["Come by."] }] },
    sampleShop,
  );
  expect(renderLetter(without, sampleShop).text).toMatch(/^Come by\.\n\nVisit the shop:/);
});

test.each([
  ["one endless word", "W".repeat(5000)],
  ["quotation marks without end", '"'.repeat(3000)],
  ["a very long title", "The long and winding ".repeat(200)],
  ["marks heaped on one letter", `Z${"\u0310".repeat(3000)}`.repeat(30)],
  ["pictures", "📚".repeat(900)],
])("no line is longer than mail allows: %s", (_, title) => {
  const line = { ...sampleOrder.lines[0]!, title };
  for (const letter of [confirmed({ lines: [line], addressLines: [title], readerName: title }), back(title)]) {
    const { html, text, subject } = renderLetter(letter, sampleShop);
    expect(Math.max(...[...html.split("\n"), ...text.split("\n")].map((one) => one.length))).toBeLessThanOrEqual(998);
    expect(subject.length).toBeLessThan(700);
  }
});

test("titles and names in Devanagari carry their language", () => {
  const { html } = renderLetter(sampleLetters["order-confirmed"]!, sampleShop);
  expect(html).toContain('<span lang="hi">गोदान</span>');
  expect(html).toContain('<span lang="hi">प्रेमचंद</span>, paperback, 2 copies');
});

test("the amounts of the plain text end in one column", () => {
  const { text } = renderLetter(sampleLetters["order-confirmed"]!, sampleShop);
  const ends = text
    .split("\n")
    .filter((line) => / {2,}(−?₹[\d,.]+|Free)$/.test(line))
    .map((line) => line.replace(/\p{Mn}/gu, "").length);
  expect(ends).toEqual(Array.from({ length: 8 }, () => 66));
});

test("an order without discount or parcel tells of neither", () => {
  const { text, html } = renderLetter(confirmed({ discounts: [], addressLines: [], shippingPaise: 0 }), sampleShop);
  expect(text).not.toMatch(/Shipping|DELIVERY ADDRESS|tracking|−₹/);
  expect(readHtml(html)).not.toMatch(/Shipping|Delivery address|tracking|−₹/);
  expect(renderLetter(confirmed({ shippingPaise: 0 }), sampleShop).text).toMatch(/^Shipping +Free$/m);
});

const textOf = (letter: LetterContent) => renderLetter(letter, sampleShop).text;
const inOneLine = (text: string) => text.replace(/\s+/g, " ");

const inPart = orderCancelled.otherSamples!["order-cancelled-in-part"]!;
const cancelled = (change: Partial<typeof inPart>) =>
  inOneLine(textOf(orderCancelled.write({ ...inPart, ...change }, sampleShop)));

test("cancelled copies are listed, and their sums lead from their price to what goes back", () => {
  const part = cancelled({});
  expect(part).toContain("The copy below is cancelled and will not be sent. The rest of your order");
  expect(part).toMatch(/गोदान +₹250\.00.*1 copy.*Discounts on these −₹75\.00.*Refund to you ₹175\.00/);
  expect(part).not.toMatch(/Shipping|Refunded earlier/);

  const whole = inOneLine(textOf(sampleLetters["order-cancelled"]!));
  expect(whole).toMatch(/Discounts on these −₹209\.80 Shipping ₹49\.00 -+ Refund to you ₹1,937\.70/);
});

test("what the bookseller had sent back before is taken off, and said", () => {
  const text = cancelled({ isWhole: true, paidPaise: 22_400, beforePaise: 10_000, refundPaise: 12_400 });
  expect(text).toContain("We are sending ₹124.00 back to your Visa card ending in 1007.");
  expect(text).toMatch(/Shipping ₹49\.00 Refunded earlier −₹100\.00 -+ Refund to you ₹124\.00/);
});

test("what a bank would not send for an earlier copy goes back with the rest, and is said", () => {
  const text = cancelled({ isWhole: true, paidPaise: 22_400, beforePaise: 0, refundPaise: 22_450 });
  expect(text).toMatch(/Shipping ₹49\.00 Still owed to you from earlier ₹0\.50 -+ Refund to you ₹224\.50/);
  expect(text).not.toContain("Too little");
});

test("a cancellation after which no money goes back says why", () => {
  const none = (paidPaise: number, beforePaise: number) => cancelled({ paidPaise, beforePaise, refundPaise: 0 });
  expect(none(17_500, 17_500)).toContain("Your payment for it was refunded earlier, so there is nothing more");
  expect(none(50, 0)).toContain("You paid ₹0.50 for it; banks cannot refund less than ₹1.00.");
  expect(none(50, 0)).toMatch(/Too little for a bank to refund −₹0\.50 -+ Refund to you ₹0\.00/);
  expect(none(0, 0)).toContain("You paid nothing for it, so there is nothing to refund.");
  for (const text of [none(17_500, 17_500), none(50, 0), none(0, 0)]) expect(text).not.toMatch(/5 to 7|We are sending/);
});

const refunded = (change: Partial<typeof orderRefunded.sample>) =>
  inOneLine(textOf(orderRefunded.write({ ...orderRefunded.sample, ...change }, sampleShop)));

test("a refund says that it has gone, how much, where to, why, and what has gone back so far", () => {
  const text = refunded({});
  expect(text).toContain("₹299.00 for your order EP-7K2M9QX4TB was refunded to your Visa card ending in 1007.");
  expect(text).toMatch(/Refunded to you: ₹299\.00 To: Your Visa card .* Why: A copy .* You had paid: ₹1,937\.70/);
  expect(text).toContain("Refunded so far: ₹474.00");
  expect(text).toMatch(/Open your credit note: https:\/\/\S+\/documents\/refund-2\?key=/);
});

test("a refund of everything, without a reason or a bill, says nothing of them", () => {
  const text = refunded({ refundPaise: 1_93_770, returnedPaise: 1_93_770, reason: "", creditNoteUrl: "" });
  expect(text).not.toMatch(/Why|so far|credit note/);
});

test("a payment that came after a newer order was paid is not said to be for books that are gone", () => {
  const replacedBy = { number: "EP-9999999999", isOnDelivery: false };
  const soldOut = orderSoldOut.write({ ...orderSoldOut.sample, replacedBy }, sampleShop);
  const { subject, text } = renderLetter(soldOut, sampleShop);
  expect(subject).toBe("Your order EP-7K2M9QX4TB was paid twice; you get ₹1,937.70 back");
  expect(inOneLine(text)).toContain("you had paid your newer order EP-9999999999 instead. We send the newer order");
  expect(text).not.toMatch(/sold out|gone|sorry/);
  const onDelivery = { ...replacedBy, isOnDelivery: true };
  const confirmed = renderLetter(
    orderSoldOut.write({ ...orderSoldOut.sample, replacedBy: onDelivery }, sampleShop),
    sampleShop,
  );
  expect(confirmed.subject).toBe("Your order EP-7K2M9QX4TB was replaced by your newer one; you get ₹1,937.70 back");
  expect(inOneLine(confirmed.text)).toContain("you had confirmed your newer order EP-9999999999 instead.");
  expect(confirmed.text).not.toMatch(/sold out|gone|sorry|twice/);
});

test("money going back is promised with its amount, its account and its time, and one more letter", () => {
  for (const kind of ["order-cancelled", "order-cancelled-in-part", "order-sold-out"]) {
    expect(inOneLine(textOf(sampleLetters[kind]!)), kind).toMatch(
      /We are sending .*₹[\d,.]+.* back to (your Visa card ending in 1007|the UPI account you paid with)\. .*within 5 to 7 working days, and we write again.*Refund to you: ₹/,
    );
  }
});

test("a letter of an order leads to the order, and to its bill when there is one", () => {
  for (const [kind, documents] of [
    ["order-confirmed", 1],
    ["order-shipped", 1],
    ["order-cancelled", 0],
    ["order-refunded", 1],
    ["order-sold-out", 0],
  ] as const) {
    const links = linksOf(renderLetter(sampleLetters[kind]!, sampleShop).html);
    expect(links, kind).toContain(sampleOrder.url);
    expect(
      links.filter((link) => link.includes("/documents/")),
      kind,
    ).toHaveLength(documents);
  }
});

test("a letter fits what Gmail shows without cutting it, with twenty titles too", () => {
  const lines = Array.from({ length: 20 }, () => sampleOrder.lines[2]!);
  expect(renderLetter(confirmed({ lines }), sampleShop).html.length).toBeLessThan(102 * 1024);
});

test.each(all.filter(isForStaff))("%s leads to the desk, and nowhere else but to the shop", (_, letter) => {
  const { html, text } = renderLetter(letter, sampleShop);
  const links = linksOf(html).filter((link) => link.startsWith("http"));
  expect(new Set(links.map((link) => new URL(link).origin))).toEqual(
    new Set([sampleShop.deskUrl, sampleShop.publicUrl]),
  );
  expect(text).toContain("\nhttps://desk.endpaper.example/");
});
