/** Shipping policy: fees, regions and delivery times, written from the shop's settings. */
import { longDay } from "#shop/kernel/dates/dates.ts";
import { nameWeekdays } from "#shop/kernel/regions/working-days.ts";
import { deliveryDays, deliveryRegions, type DeliveryTimes } from "#shop/kernel/regions/delivery-regions.ts";
import type { ShopSettings } from "#shop/services.ts";
import { deliveryCost, packingTime } from "#app/content/shop-facts.ts";
import { inParagraphs, type ContentPage } from "#app/content/content-page.ts";

export function shippingPage(shop: ShopSettings, today: string): ContentPage {
  const { delivery } = shop.policies;
  return {
    title: "Shipping",
    description: `What delivery costs at ${shop.name}, where parcels go and how long they take.`,
    lead: "Books travel well when somebody has packed them with care. Here is what it costs, and when it arrives.",
    booksellerText: inParagraphs(shop.words.shipping),
    sections: [
      {
        id: "cost",
        heading: "What it costs",
        blocks: [deliveryCost(shop), "The cart shows what delivery costs before you pay. Nothing is added later."],
      },
      {
        id: "time",
        heading: "How long it takes",
        blocks: [
          `We pack ${packingTime(shop)}, ${nameWeekdays(delivery.packsOn)}, and hand the parcel to a courier.${afterHour(delivery.cutOffHour)}`,
          ...closedDays(delivery, today),
          "These are the usual times from your order to your door:",
          {
            table: {
              caption: "Working days from order to door, by the first digits of the PIN code",
              headings: ["Where", "PIN codes that begin with", "Days"],
              rows: deliveryRegions.map((region) => [
                `${region.name}\n${region.placesText}`,
                region.id === "rest" ? "anything else" : region.pinPrefixes.join(", "),
                deliveryDays(delivery, region).join("\u00a0to\u00a0"),
              ]),
            },
          },
          "Festivals, floods and strikes make couriers slower. When we know of a delay, we write to you.",
        ],
      },
      {
        id: "where",
        heading: "Where we deliver",
        blocks: [
          "To every PIN code in India, the islands and Army post offices included. We do not ship abroad yet.",
          "You can send a present straight to someone else: give the address of the person who gets it, and your own e-mail address for our e-mails. No price is printed on the outside of a parcel.",
        ],
      },
      {
        id: "track",
        heading: "Following a parcel",
        blocks: [
          "When the parcel leaves us, you get an e-mail with the courier’s name, the tracking number and a link. The same is on your order’s page; the link in the order’s e-mail takes you there, with or without an account.",
          "The courier calls the phone number of the order if nobody is at home, and comes again.",
        ],
      },
      {
        id: "before-it-leaves",
        heading: "A wrong address, or a change of mind",
        blocks: [
          "Until the parcel leaves, you can cancel the order, or single copies, on its page, free of charge. For another address, cancel and order again, or [write to us](/contact) at once and we will try to stop the parcel.",
        ],
      },
      {
        id: "late",
        heading: "Late, lost or damaged",
        blocks: [
          "A parcel that is three working days later than the table says is our worry, not yours: [write to us](/contact) with the order’s number. We find it, send the books again or refund your money; the choice is yours.",
          "If the box is crushed or wet, take a photograph before you open it, and see [returns](/returns).",
        ],
      },
    ],
  };
}

function afterHour(cutOffHour: number): string {
  if (cutOffHour === 24) return "";
  const hour = cutOffHour === 12 ? "noon" : cutOffHour < 12 ? `${cutOffHour} am` : `${cutOffHour - 12} pm`;
  return ` An order after ${hour} counts as one of the next working day.`;
}

/** How many days in advance the page announces days without dispatch. */
const toldDaysBefore = 45;

/** Describes the coming days without dispatch in one paragraph; empty without any. */
function closedDays({ daysOff }: DeliveryTimes, today: string): string[] {
  const until = new Date(Date.parse(today) + toldDaysBefore * 86_400_000).toISOString().slice(0, 10);
  const near = daysOff
    .filter(({ from, to }) => to >= today && from <= until)
    .toSorted((a, b) => (a.from < b.from ? -1 : 1))
    .map(({ from, to, name }) => {
      const days =
        from < today
          ? `until ${unbrokenDay(to)}`
          : from === to
            ? `on ${unbrokenDay(from)}`
            : `from ${unbrokenDay(from)} to ${unbrokenDay(to)}`;
      return name === "" ? days : `${days} (${name})`;
    });
  if (near.length === 0) return [];
  return [`We do not pack ${new Intl.ListFormat("en-IN", { type: "disjunction" }).format(near)}.`];
}

/** Formats a day with non-breaking spaces. */
function unbrokenDay(day: string): string {
  return longDay(day).replaceAll(" ", "\u00a0");
}
