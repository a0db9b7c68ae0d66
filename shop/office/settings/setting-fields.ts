/** The settings that the desk can change, with their labels, and the conversion between form fields and values. */
import { readWeekdays, weekdays } from "#shop/kernel/regions/working-days.ts";
import type { SettingName } from "./changeable-settings.ts";
import { counterGroup } from "./counter-fields.ts";
import { readDaysOffFields } from "./days-off-fields.ts";
import { ratesGroup } from "./rates/rates-group.ts";
import { readRatesFields } from "./rates/rates-fields.ts";
import { lookGroup } from "./look-fields.ts";
import { numberGroup } from "./number-fields.ts";
import { collectionGroup, onDeliveryGroup } from "./on-delivery-fields.ts";
import { quotationGroup } from "./quotations/quotation-fields.ts";

/** Kinds of settings whose value is written from several inputs. */
type SeveralInputs = "weekdays" | "days-off" | "rates";

/** A setting as the desk shows it. */
export interface SettingField {
  name: SettingName;
  label: string;
  hint?: string;
  /** The default, as it would be written; null for none. */
  unset: string | null;
  /** Several lines are separated by semicolons in the environment. */
  kind?: "long" | "lines" | "picture" | "rupees" | "state" | "yes-no" | "day" | "phone" | SeveralInputs;
  /** The values to choose from, each with its label. */
  options?: [value: string, label: string][];
}

/** Settings that are shown and saved together. */
export interface SettingGroup {
  id: string;
  title: string;
  words?: string;
  /** Set if the desk shows them on a page of their own, which is the group's name, and not under Settings. */
  isOnOwnPage?: true;
  fields: SettingField[];
}

const inRupees = "In rupees, such as 49 or 49.50";
const workingDaysHint = "Working days from and to, such as 4-8";

/** All settings of the desk, in the order in which it shows them. */
export const settingGroups: SettingGroup[] = [
  {
    id: "opening",
    title: "Open or closed",
    fields: [
      {
        name: "SHOP_STATE",
        label: "Readers find the shop",
        unset: "open",
        options: [
          ["open", "Open"],
          ["not-open", "Not open yet: a page says that it opens soon"],
          ["closed", "Closed until a day: they can look around"],
        ],
      },
      { name: "CLOSED_UNTIL", label: "Closed until", hint: "The day on which you are back", unset: null, kind: "day" },
      {
        name: "CLOSED_ORDERS",
        label: "Orders while it is closed",
        unset: "wait",
        options: [
          ["wait", "Wait: carts keep their books until that day"],
          ["taken", "Are taken, and delivery counts from that day"],
        ],
      },
      {
        name: "CLOSED_WORDS",
        label: "Your words to readers",
        hint: "Shown while the shop is closed or not open yet, such as “We are at the book fair”",
        unset: null,
        kind: "long",
      },
    ],
  },
  {
    id: "shop",
    title: "Shop & contact",
    fields: [
      { name: "SHOP_NAME", label: "Name of the shop", unset: "Endpaper" },
      { name: "SUPPORT_EMAIL", label: "E-mail for readers", unset: "help@endpaper.example" },
      { name: "SUPPORT_PHONE", label: "Phone for readers", unset: "+91 80 4000 0000", kind: "phone" },
      { name: "SUPPORT_HOURS", label: "When the phone is answered", unset: "Mon-Fri 9-6 EST" },
      {
        name: "GRIEVANCE_OFFICER",
        label: "Who is responsible for complaints",
        hint: "Indian law asks for a name",
        unset: "The bookseller (demonstration)",
      },
      { name: "GRIEVANCE_EMAIL", label: "E-mail for complaints", hint: "Left empty: that for readers", unset: null },
      {
        name: "GRIEVANCE_PHONE",
        label: "Phone for complaints",
        hint: "Left empty: that for readers",
        unset: null,
        kind: "phone",
      },
    ],
  },
  {
    id: "seller",
    title: "Seller & GST",
    words: "Bills and credit notes that were issued stay as they were printed. New bills show what is written here.",
    fields: [
      { name: "SELLER_NAME", label: "Legal name", unset: "Endpaper Books (demonstration)" },
      {
        name: "SELLER_ADDRESS",
        label: "Address",
        hint: "Line by line, as bills print it",
        unset: "12 Church Street; Bengaluru 560001",
        kind: "lines",
      },
      { name: "SELLER_STATE", label: "State", unset: "KA", kind: "state" },
      {
        name: "SELLER_GSTIN",
        label: "GSTIN",
        hint: "Its first two digits set the state. Without one no tax is charged",
        unset: null,
      },
    ],
  },
  {
    id: "fees",
    title: "Delivery fee",
    words: "Orders that were placed keep the fee they were placed with.",
    fields: [
      { name: "SHIPPING_FEE", label: "Fee for a parcel", hint: inRupees, unset: "0", kind: "rupees" },
      {
        name: "FREE_SHIPPING_FROM",
        label: "Free from",
        hint: `${inRupees}. Left empty: never`,
        unset: null,
        kind: "rupees",
      },
    ],
  },
  ratesGroup,
  onDeliveryGroup,
  collectionGroup,
  quotationGroup,
  counterGroup,
  {
    id: "days",
    title: "Working days",
    words: "Delivery times count only these days. Orders that were paid keep the days they were promised.",
    fields: [
      {
        name: "PACKING_WEEKDAYS",
        label: "The shop packs on",
        unset: "Mon Tue Wed Thu Fri Sat",
        kind: "weekdays",
      },
      {
        name: "CARRIER_WEEKDAYS",
        label: "Carriers collect and deliver on",
        hint: "Also while you are closed, but not on the three national holidays",
        unset: "Mon Tue Wed Thu Fri Sat",
        kind: "weekdays",
      },
      {
        name: "DAYS_OFF",
        label: "Days on which nobody packs",
        hint: "Tick holidays, and write other days below them: leave the last day empty for a single day",
        unset: null,
        kind: "days-off",
      },
    ],
  },
  {
    id: "promises",
    title: "Delivery times",
    words: "Orders that were paid keep the days they were promised.",
    fields: [
      { name: "PACKING_DAYS", label: "Working days until a parcel is packed", unset: "2" },
      {
        name: "ORDER_CUT_OFF_HOUR",
        label: "Same-day cut-off",
        hint: "The hour, such as 15. Later orders count as the next day’s; 24 is midnight",
        unset: "24",
      },
      { name: "DELIVERY_DAYS_CITIES", label: "To the large cities", hint: workingDaysHint, unset: "2-4" },
      { name: "DELIVERY_DAYS_REST", label: "To most of India", hint: workingDaysHint, unset: "4-8" },
      {
        name: "DELIVERY_DAYS_FAR",
        label: "To the North-East, the islands and the far north",
        hint: workingDaysHint,
        unset: "7-12",
      },
      { name: "RETURN_DAYS", label: "Days to return a book", unset: "10" },
    ],
  },
  {
    id: "words",
    title: "Texts",
    words: "Where a field is empty, the shop’s own text is shown. The other texts are under Pages and Window.",
    fields: [
      {
        name: "HOME_WORDS",
        label: "Line under “Discover Your Next Great Read”",
        hint: "Left empty: “Come in, turn a few pages, stay as long as you like.” The line on free delivery still follows. A window may have a line of its own",
        unset: null,
        kind: "long",
      },
      {
        name: "FOOTER_WORDS",
        label: "Below the shop’s name at the end of every page",
        hint: "Such as “Books in Marathi and English since 1962”. Left empty: nothing, in a shop with a name of its own",
        unset: null,
        kind: "long",
      },
    ],
  },
  {
    id: "social",
    title: "Social & Google",
    words: "The shop’s footer links to its pages that are written here.",
    fields: [
      { name: "SOCIAL_INSTAGRAM", label: "Instagram", hint: "https://www.instagram.com/yourshop", unset: null },
      { name: "SOCIAL_FACEBOOK", label: "Facebook", hint: "https://www.facebook.com/yourshop", unset: null },
      { name: "SOCIAL_YOUTUBE", label: "YouTube", hint: "https://www.youtube.com/@yourshop", unset: null },
      {
        name: "MERCHANT_FEED_DRAWN_COVERS",
        label: "List books without a real cover on Google Shopping",
        unset: "no",
        kind: "yes-no",
      },
    ],
  },
  lookGroup,
  numberGroup,
  {
    id: "limits",
    title: "Refund limits",
    fields: [
      {
        name: "REFUND_LIMIT",
        label: "Staff may refund of one order without you, up to",
        hint: `${inRupees}; refunds, cancelling and returns count together, and more waits for an owner`,
        unset: "5000",
        kind: "rupees",
      },
      {
        name: "REFUND_DAY_LIMIT",
        label: "One person may refund in a day without you, up to",
        hint: `${inRupees}, of all orders; more waits for an owner`,
        unset: "20000",
        kind: "rupees",
      },
      {
        name: "RESERVATION_MINUTES",
        label: "Minutes that copies are reserved for a payment",
        hint: "From 1 to 240",
        unset: "25",
      },
    ],
  },
];

/** Converts the typed settings of a group to values as in the environment: in one line each, except long texts. */
export function readTyped(group: SettingGroup, typed: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    group.fields.map(({ name, kind }) => {
      const given = (typed[name] ?? "").replaceAll("\0", "").replaceAll("\r\n", "\n");
      if (kind === "long") return [name, given.trim()];
      if (kind === "weekdays") return [name, readTicked(name, typed)];
      if (kind === "days-off") return [name, readDaysOffFields(name, typed).lines.join("; ")];
      if (kind === "rates") return [name, readRatesFields(name, typed).text];
      const lines = (kind === "lines" ? given.split(/[;\n]/) : [given]).map((line) =>
        line.replaceAll(/\s+/g, " ").trim(),
      );
      return [name, lines.filter(Boolean).join("; ")];
    }),
  );
}

/** A setting's value as its field shows it. */
export function writeShown({ kind }: SettingField, value: string): string {
  if (kind === "weekdays") return writeWeekdays(readWeekdays(value) ?? []);
  return kind === "lines" || kind === "days-off" || kind === "rates" ? value.split(/\s*;\s*/).join("\n") : value;
}

/** The form field of one day of the week. */
export function weekdayField(name: string, day: number): string {
  return `${name}.${weekdays[day]}`;
}

/** The ticked days. A form without a ticked day must be rejected, because an empty setting would mean the default. */
function readTicked(name: string, typed: Record<string, string>): string {
  const ticked = weekdays.flatMap((_, day) => (typed[weekdayField(name, day)] === "yes" ? [day] : []));
  return ticked.length > 0 ? writeWeekdays(ticked) : (typed[name] ?? "");
}

/** Days of the week from Monday on, such as `Mon Tue Sat`. */
function writeWeekdays(days: number[]): string {
  return [1, 2, 3, 4, 5, 6, 0]
    .filter((day) => days.includes(day))
    .map((day) => weekdays[day])
    .join(" ");
}
