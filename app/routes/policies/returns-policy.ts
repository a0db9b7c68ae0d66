import type { ShopSettings } from "#shop/services.ts";
import { mailLink } from "#app/content/shop-facts.ts";
import { refundTime } from "#shop/kernel/money/refund-time.ts";
import { formatCount } from "#shop/kernel/text/format-count.ts";
import { inParagraphs, type ContentPage } from "#app/content/content-page.ts";

/** Policy on cancellations, returns and refunds, written from the shop's settings. */
export function returnsPage(shop: ShopSettings): ContentPage {
  const days = formatCount(shop.policies.returnDays, "day");
  return {
    title: "Returns",
    description: `Cancelling an order, sending a book back and getting your money back at ${shop.name}.`,
    lead: "The right book, in one piece. When it is not, we put it right and pay the postage.",
    booksellerText: inParagraphs(shop.words.returns),
    sections: [
      {
        id: "cancel",
        heading: "Before it leaves: cancel",
        blocks: [
          "Open your order, from [your orders](/orders) or with the link in its e-mail, and press “Cancel this order”. You can cancel everything, or single copies. It costs nothing and needs no reason.",
          `We refund the money at once to the card or account you paid with; it usually arrives there within ${refundTime}. When you cancel everything, we refund a delivery fee too.`,
        ],
      },
      {
        id: "damaged",
        heading: "Damaged, misprinted or the wrong book",
        blocks: [
          `Tell us within ${days} of the day the parcel arrived. A torn cover, missing pages, a wrong title, a crushed corner on a present: all of these count.`,
          {
            steps: [
              "Open your order, from [your orders](/orders) or with the link in its e-mail, and press “Return a book”. Choose the book and say what is wrong with it.",
              `We answer by e-mail within two working days: how the book comes back to us at our cost, or that you may keep it. Please send it within ${days} of our answer, with the order’s number on the parcel.`,
              "We refund your money when the book arrives, or at once when you keep it. Would you rather have another copy? Say so, and we send one if we have it.",
            ],
          },
        ],
      },
      {
        id: "changed-mind",
        heading: "It is fine, but not for you",
        blocks: [
          `Within ${days} you may also send back a book simply because it is not what you hoped for, unread and as it came. Ask with “Return a book” on the order’s page first, so that we know what arrives, and send it within ${days} of our answer. Here you pay the postage; we refund the price you paid for the book.`,
          "We cannot accept two things: a book somebody has written in, and a sealed set that has been opened.",
        ],
      },
      {
        id: "money",
        heading: "When the money arrives",
        blocks: [
          `We send it within two working days of receiving the book, or at once when nothing needs to come back. It goes to the card, UPI or account you paid with and usually arrives there within ${refundTime}. Then an e-mail tells you the amount, and a credit note appears on your order’s page.`,
          "After a discount, we refund what you paid for those copies, to the paisa.",
        ],
      },
      {
        id: "automatic",
        heading: "Automatic refunds",
        blocks: [
          "If a payment reaches us when the books are gone, or one order was paid twice, we refund the money without being asked, and you get an e-mail.",
        ],
      },
      {
        id: "disagree",
        heading: "If we do not agree",
        blocks: [
          `Write to the grievance officer: ${mailLink(shop.policies.grievanceOfficer.email)}. Every complaint gets a ticket at once, an answer within 48 hours and a resolution within a month. All addresses are on the [contact page](/contact#grievance). These rules take nothing from your rights under the Consumer Protection Act, 2019.`,
        ],
      },
    ],
  };
}
