import type { Letter, LetterOrder, LetterShop } from "./letter.ts";

/** A shop for trying out letters. */
export const sampleShop: LetterShop = {
  name: "Endpaper",
  publicUrl: "https://endpaper.example",
  supportEmail: "hello@endpaper.example",
  supportPhone: "+91 80 4123 4567",
  postalAddress: "Endpaper Books, 12 Church Street, Bengaluru 560001",
};

/** An order with one of everything: two scripts, several copies, two discounts, a delivery fee. */
export const sampleOrder: LetterOrder = {
  number: "EP-7K2M9QX4TB",
  url: "https://endpaper.example/orders/EP-7K2M9QX4TB?key=3b0c5f7e9a1d2c4b6e8f",
  readerName: "Asha Rao",
  placedAt: "2026-11-21T10:23:00.000Z",
  lines: [
    { title: "The Guide", author: "R. K. Narayan", format: "paperback", quantity: 1, totalPaise: 29_900 },
    { title: "गोदान", author: "प्रेमचंद", format: "paperback", quantity: 2, totalPaise: 50_000 },
    {
      title: "India After Gandhi: The History of the World's Largest Democracy",
      author: "Ramachandra Guha",
      format: "hardback",
      quantity: 1,
      totalPaise: 1_29_950,
    },
  ],
  subtotalPaise: 2_09_850,
  discounts: [
    { label: "SUMMER20", amountPaise: 5980 },
    { label: "Bundle: Two centuries of the novel", amountPaise: 15_000 },
  ],
  shippingPaise: 4900,
  totalPaise: 1_93_770,
  addressLines: ["Asha Rao", "14, 3rd Cross, Malleswaram", "Bengaluru 560003", "Karnataka"],
  billUrl: "https://endpaper.example/orders/EP-7K2M9QX4TB/papers/bill?key=3b0c5f7e9a1d2c4b6e8f",
};

const account = "your Visa card ending in 1007";

const sampleWish = {
  readerName: "Asha Rao",
  listName: "For the monsoon",
  book: {
    title: "The Legends of Khasak",
    author: "O. V. Vijayan",
    url: "https://endpaper.example/books/the-legends-of-khasak",
    pricePaise: 29_900,
  },
  wishedAtPaise: 34_900,
  unsubscribeUrl: "https://endpaper.example/wishlist/leave/3b0c5f7e9a1d2c4b6e8f",
};
const sampleReview = {
  readerName: "Asha Rao",
  title: "The Guide",
  url: "https://endpaper.example/books/the-guide/review",
  rulesUrl: "https://endpaper.example/terms-of-service#reviews",
};
const returned = { order: sampleOrder, line: sampleOrder.lines[0]!, reason: "It came damaged" };

/** One letter of each kind, and a cancelled order in both forms. */
export const sampleLetters: Record<string, Letter> = {
  "order-confirmed": { kind: "order-confirmed", order: sampleOrder },
  "order-shipped": {
    kind: "order-shipped",
    order: sampleOrder,
    carrier: "Delhivery",
    trackingNumber: "1490 8123 4567 12",
    trackingUrl: "https://www.delhivery.com/track-v2/package/14908123456712",
  },
  "order-cancelled": {
    kind: "order-cancelled",
    order: sampleOrder,
    isWhole: true,
    lines: sampleOrder.lines,
    paidPaise: 1_93_770,
    beforePaise: 0,
    refundPaise: 1_93_770,
    account,
  },
  "order-cancelled-in-part": {
    kind: "order-cancelled",
    order: sampleOrder,
    isWhole: false,
    lines: [{ ...sampleOrder.lines[1]!, quantity: 1, totalPaise: 25_000 }],
    paidPaise: 17_500,
    beforePaise: 0,
    refundPaise: 17_500,
    account,
  },
  "order-refunded": {
    kind: "order-refunded",
    order: sampleOrder,
    lines: [],
    reason: "A copy of The Guide arrived with a torn cover",
    refundPaise: 29_900,
    account,
    paidPaise: 1_93_770,
    returnedPaise: 47_400,
    creditNoteUrl: "https://endpaper.example/orders/EP-7K2M9QX4TB/papers/refund-2?key=3b0c5f7e9a1d2c4b6e8f",
  },
  "order-sold-out": {
    kind: "order-sold-out",
    order: sampleOrder,
    paidInstead: null,
    refundPaise: 1_93_770,
    account: "the UPI account you paid with",
  },
  "return-asked": { kind: "return-asked", ...returned },
  "return-for-shop": {
    kind: "return-for-shop",
    ...returned,
    returnId: 12,
    words: "The cover was torn when I opened the parcel.\n\nThe wrapping was whole.",
    name: "Asha Rao",
    email: "asha@example.com",
  },
  "return-accepted": {
    kind: "return-accepted",
    ...returned,
    isKept: false,
    answer: "A courier rings you tomorrow.",
    sendTo: ["Endpaper Books", "12 Church Street", "Bengaluru 560001"],
    refundPaise: 0,
    account,
  },
  "return-accepted-and-kept": {
    kind: "return-accepted",
    ...returned,
    isKept: true,
    answer: "",
    sendTo: [],
    refundPaise: 29_900,
    account,
  },
  "return-refused": { kind: "return-refused", ...returned, answer: "Somebody has written in it." },
  "back-in-stock": {
    kind: "back-in-stock",
    book: {
      title: "The Legends of Khasak",
      author: "O. V. Vijayan",
      url: "https://endpaper.example/books/the-legends-of-khasak",
      pricePaise: 34_900,
    },
  },
  "wish-cheaper": { kind: "wish-cheaper", ...sampleWish },
  "wish-back": { kind: "wish-back", ...sampleWish },
  "review-hidden": { kind: "review-hidden", ...sampleReview, reason: "It advertises something, or was paid for." },
  "review-shown": { kind: "review-shown", ...sampleReview },
  "review-for-shop": {
    kind: "review-for-shop",
    number: "7.2",
    book: "The Guide",
    name: "Asha R.",
    rating: 2,
    title: "Slow",
    body: "Raju talks too much.\n\nStill, the end.",
    url: "https://endpaper.example/books/the-guide",
  },
  "review-ask": {
    kind: "review-ask",
    readerName: "Asha Rao",
    books: [
      { title: "The Guide", author: "R. K. Narayan", url: "https://endpaper.example/books/the-guide/review" },
      { title: "गोदान", author: "प्रेमचंद", url: "https://endpaper.example/books/godan/review" },
    ],
    unsubscribeUrl: "https://endpaper.example/review-letters/leave/7/3b0c5f7e9a1d2c4b6e8f",
  },
  "contact-received": {
    kind: "contact-received",
    ticket: "EPT-7K2M9QX4",
    url: "https://endpaper.example/contact/EPT-7K2M9QX4?key=3b0c5f7e9a1d2c4b6e8f",
  },
  "contact-for-shop": {
    kind: "contact-for-shop",
    ticket: "EPT-7K2M9QX4",
    name: "Asha Rao",
    email: "asha@example.com",
    subject: "A torn cover",
    message: "My copy of The Guide came with a torn cover.\n\nCould you send another?",
    url: "https://endpaper.example/contact/EPT-7K2M9QX4?key=3b0c5f7e9a1d2c4b6e8f",
  },
  "contact-gathered": { kind: "contact-gathered" },
  "newsletter-confirm": {
    kind: "newsletter-confirm",
    confirmUrl: "https://endpaper.example/newsletter/confirm/3b0c5f7e9a1d2c4b6e8f",
  },
  "newsletter-welcome": {
    kind: "newsletter-welcome",
    unsubscribeUrl: "https://endpaper.example/newsletter/leave/3b0c5f7e9a1d2c4b6e8f",
  },
  "newsletter-issue": {
    kind: "newsletter-issue",
    subject: "Books for the rains",
    paragraphs: [
      "The first clouds are over the Ghats, and the table by the door has changed with them.",
      "Six books to read while it pours, and one, गोदान, for when it does not.",
    ],
    links: [
      { label: "The whole list", url: "https://endpaper.example/reading-lists/summer" },
      { label: "New on the table", url: "https://endpaper.example/best-sellers" },
    ],
    unsubscribeUrl: "https://endpaper.example/newsletter/leave/3b0c5f7e9a1d2c4b6e8f",
  },
  "confirm-email": {
    kind: "confirm-email",
    url: "https://endpaper.example/account/confirm-email?change=5d0f6c1e-8a7b-4c3d-9e2f-1a2b3c4d5e6f&key=3b0c5f7e9a1d",
  },
  "email-changed": { kind: "email-changed", readerName: "Asha Rao" },
  "account-deleted": { kind: "account-deleted", readerName: "Asha Rao", orderCount: 3 },
};
