/** Questions about delivery and returns. */
import { deliveryCost, packingTime } from "#app/content/shop-facts.ts";
import { refundTime } from "#shop/kernel/money/refund-time.ts";
import { formatCount } from "#shop/kernel/text/format-count.ts";
import { formatWorkingDays } from "#shop/kernel/regions/delivery-promise.ts";
import { deliveryDays, deliveryRegions } from "#shop/kernel/regions/delivery-regions.ts";
import type { QuestionGroup, WriteGroup } from "./question.ts";

export const writeAboutDelivery: WriteGroup = (shop): QuestionGroup => {
  const { delivery, returnDays } = shop.policies;
  const [cities, far, rest] = deliveryRegions.map((region) => formatWorkingDays(deliveryDays(delivery, region)));
  return {
    id: "delivery",
    heading: "Delivery and returns",
    questions: [
      {
        id: "delivery-cost",
        also: "shipping fee charges postage",
        question: "What does delivery cost?",
        answer: [deliveryCost(shop)],
      },
      {
        id: "delivery-time",
        also: "shipping arrive estimate pin code",
        question: "When will my books arrive?",
        answer: [
          `We pack ${packingTime(shop)}. From order to door it usually takes ${cities} to the large cities, ${rest} to most of India and ${far} to the far corners. [Shipping](/shipping) gives the time for your PIN code.`,
        ],
      },
      {
        id: "abroad",
        also: "international shipping export",
        question: "Do you deliver abroad?",
        answer: ["Not yet. We deliver to every PIN code in India, Army post offices included."],
      },
      {
        id: "track",
        also: "shipping tracking courier where is my order",
        question: "Where is my parcel?",
        answer: [
          "When it leaves us you get an e-mail with the courier and the tracking number. Both are on your order’s page too.",
        ],
      },
      {
        id: "present",
        also: "gift wrap",
        question: "Can I send a book as a present?",
        answer: [
          "Yes. Enter the address of the person who gets it and your own e-mail address, so that our e-mails come to you. No price is on the outside of the parcel.",
        ],
      },
      {
        id: "lost-letter",
        also: "find order link guest",
        question: "I have lost the e-mail with my order’s link.",
        answer: [
          "If you were signed in when you ordered, the order is in [your list](/orders). Otherwise [write to us](/contact) from the same e-mail address and we send the link again.",
        ],
      },
      {
        id: "change-address",
        also: "wrong address edit order",
        question: "Can I change the address after paying?",
        answer: [
          "You cannot change it yourself. Until the parcel leaves, you can cancel free of charge and order again; or [write to us](/contact) at once.",
        ],
      },
      {
        id: "cancel",
        also: "refund undo",
        question: "How do I cancel?",
        answer: [
          `On your order’s page, until the parcel leaves: the whole order or single copies, free of charge. The refund usually arrives within ${refundTime}.`,
        ],
      },
      {
        id: "damaged",
        also: "refund replace exchange defective torn",
        question: "My book came damaged, or it is the wrong one.",
        answer: [
          `We are sorry. Within ${formatCount(returnDays, "day")}, open your order by the link in its e-mail or from [your orders](/orders), press “Return a book” and say what is wrong. We answer by e-mail within two working days and pay the postage; we refund you when the book arrives, or at once when you may keep it. [Returns](/returns) has the details.`,
        ],
      },
      {
        id: "not-for-me",
        also: "refund send back exchange",
        question: "Can I return a book I do not like?",
        answer: [
          `Unread and as it came, within ${formatCount(returnDays, "day")}, yes: press “Return a book” on your order’s page. You pay the postage back; we return the price you paid.`,
        ],
      },
      {
        id: "refund-time",
        also: "refund how long",
        question: "When do I get my money back?",
        answer: [
          `It goes to the card or account you paid with and usually arrives there within ${refundTime}. An e-mail tells you when it is on its way.`,
        ],
      },
    ],
  };
};
