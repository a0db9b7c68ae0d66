/** The FAQ's questions about finding books, the cart, prices and offers. */
import { formatCount } from "#shop/kernel/text/format-count.ts";
import { maxQuantityPerLine } from "#shop/sales/cart/cart.ts";
import type { AnnouncedCode } from "#shop/sales/pricing/announced-code.ts";
import type { Question, QuestionGroup, WriteGroup } from "./question.ts";

export const writeAboutBuying: WriteGroup = ({ reservationMinutes, paidThrough }, offers): QuestionGroup => ({
  id: "buying",
  heading: "Finding and buying",
  questions: [
    {
      id: "need-an-account",
      also: "guest checkout register",
      question: "Do I need an account to buy?",
      answer: [
        "No. Fill your cart, enter where the books go, and pay. The e-mail about your order has a link to its page, where you see everything about it.",
      ],
    },
    {
      id: "find-a-book",
      question: "How do I find a book?",
      answer: [
        "Type part of its title into the search at the top; capitals and accents do not matter. Or walk along the [categories](/categories), the [authors](/authors) and the [best sellers](/best-sellers).",
      ],
    },
    {
      id: "ask-for-a-book",
      also: "request order missing not found get special",
      question: "You do not have the book I want. Can you get it?",
      answer: [
        "Often, yes. [Ask us for it](/ask-for-a-book) with its title or its ISBN: a person looks for it and answers, usually within two working days. Asking is not an order.",
      ],
    },
    {
      id: "cart-kept",
      also: "basket saved",
      question: "Is my cart still there tomorrow?",
      answer: [
        "Yes. The shop keeps it, not your browser’s memory: it survives a restart and stays for a year. When you sign in, it is merged with the cart of your account, and you have it on every device.",
      ],
    },
    {
      id: "put-aside",
      question: "Does the cart put books aside for me?",
      answer: [
        `Not yet. We put them aside when you press “Pay with ${paidThrough}”, for ${formatCount(reservationMinutes, "minute")}, and the page says until when. If you do not pay, they go back on the shelf.`,
      ],
    },
    {
      id: "how-many-copies",
      also: "bulk limit quantity",
      question: "How many copies can I order?",
      answer: [
        `Up to ${maxQuantityPerLine} of a book, as long as we have them. For a class, a library or a wedding, [write to us](/contact) and we’ll find more.`,
      ],
    },
    {
      id: "sold-out",
      also: "stock notify unavailable",
      question: "A book is sold out. What can I do?",
      answer: [
        "Leave your e-mail address on its page. When it is on the shelf again you get one e-mail, and no other. We do not put a copy aside for you.",
      ],
    },
    {
      id: "only-a-few-left",
      question: "Is “Only 3 left” true?",
      answer: [
        "Yes. It is the number of copies on the shelf that nobody has paid for or is paying for. We do not invent hurry.",
      ],
    },
    {
      id: "mrp-and-price",
      also: "discount saving",
      question: "What is the struck-through price?",
      answer: [
        "The MRP printed on the book. The price beside it is what you pay, with all taxes, and the saving is the difference. We never sell above the MRP.",
      ],
    },
    {
      id: "best-sellers",
      question: "How are the best sellers ranked?",
      answer: [
        "By copies sold in this shop in the last 30 days, the newest sales counting most; then by rating. While nothing has been sold in that time they are the top rated, and the page says so. Nobody can pay to be among them.",
      ],
    },
    aboutCodes(offers.promotion),
    ...aboutBundles(offers.bundlePercents),
  ],
});

function aboutCodes(promotion: AnnouncedCode | null): Question {
  const told = promotion && `${promotion.code} takes ${promotion.saving} ${promotion.offAtLength}. `;
  return {
    id: "codes",
    also: "coupon discount promotion voucher",
    question: promotion ? `How do I use a code such as ${promotion.code}?` : "How do I use a code?",
    answer: [
      `Enter it in the cart’s order summary. ${told ?? ""}The summary shows the discount, or says why there is none.`,
    ],
  };
}

/** Returns no question if the shop has no bundles. */
function aboutBundles(percents: number[]): Question[] {
  if (percents.length === 0) return [];
  const off = new Set(percents).size === 1 ? `${percents[0]}% off` : "cheaper";
  return [
    {
      id: "bundles",
      also: "discount offer",
      question: "How do bundles work?",
      answer: [
        `Put every book of a bundle into the cart, all at once from [special offers](/special-offers) or one by one, and each of them is ${off} automatically. No code is needed.`,
      ],
    },
    {
      id: "code-and-bundle",
      question: "Can I use a code and a bundle together?",
      answer: [
        "In one order, yes; on one copy, no. Each copy gets the larger of the two discounts, and the shop works out which. A fixed-amount code applies outside bundles, or instead of one if that saves you more.",
      ],
    },
  ];
}
