import type { SettingGroup } from "./setting-fields.ts";

const inRupees = "In rupees, such as 500";
const pinHint = "PIN codes or their first digits, such as 411 or 411001";

/** The fields of payment on delivery. */
export const onDeliveryGroup: SettingGroup = {
  id: "on-delivery",
  title: "Pay on delivery",
  words:
    "Readers may pay the carrier instead of paying online. They confirm such an order by a link in an e-mail, or by a code that you offer here, before you pack it. There is no fee for it, and the total is in whole rupees.",
  fields: [
    { name: "ON_DELIVERY", label: "Offer payment on delivery", unset: "no", kind: "yes-no" },
    { name: "ON_DELIVERY_FROM", label: "For orders from", hint: inRupees, unset: "0", kind: "rupees" },
    { name: "ON_DELIVERY_UP_TO", label: "For orders up to", hint: inRupees, unset: "3000", kind: "rupees" },
    {
      name: "ON_DELIVERY_PINS",
      label: "Only to",
      hint: `${pinHint}. Left empty: all of India`,
      unset: null,
      kind: "lines",
    },
    { name: "ON_DELIVERY_NOT_PINS", label: "Not to", hint: pinHint, unset: null, kind: "lines" },
    {
      name: "ON_DELIVERY_OPEN",
      label: "Open orders of one phone number",
      hint: "More of them are refused until the money of one has arrived",
      unset: "2",
    },
    {
      name: "ON_DELIVERY_REFUSED",
      label: "Parcels that came back, of one phone number",
      hint: "From this number on it can only pay online",
      unset: "2",
    },
    {
      name: "ON_DELIVERY_HOURS",
      label: "Hours to confirm an order",
      hint: "Then it ends, and its copies are free again",
      unset: "24",
    },
    {
      name: "ON_DELIVERY_CODE",
      label: "Confirm by a code as well",
      hint: "Sent to the reader’s number when they ask for it. Each one costs you money, and the privacy policy names the service",
      unset: "no",
      options: [
        ["no", "No, by the e-mail only"],
        ["whatsapp", "Yes, by WhatsApp"],
      ],
    },
    {
      name: "ON_DELIVERY_CODES_A_DAY",
      label: "Codes in 24 hours, at most",
      hint: "From 1 to 999. Beyond them readers use the e-mail",
      unset: "100",
    },
    {
      name: "ONLINE_SAVING",
      label: "Saving for paying online",
      hint: "In rupees, such as 20, or percent of the books, such as 2%. Left empty: none",
      unset: null,
    },
    {
      name: "ONLINE_SAVING_UP_TO",
      label: "A saving in percent is at most",
      hint: `${inRupees}. Left empty: no limit`,
      unset: null,
      kind: "rupees",
    },
  ],
};

/** The fields of collection at the shop. */
export const collectionGroup: SettingGroup = {
  id: "collection",
  title: "Collect at the shop",
  words:
    "Readers may collect an order at the shop, without a delivery fee. They see the shop’s address and hours, and get an e-mail when their books are ready.",
  fields: [
    { name: "COLLECTION", label: "Offer collection at the shop", unset: "no", kind: "yes-no" },
    {
      name: "COLLECTION_DAYS",
      label: "Days for which books are kept",
      hint: "The e-mail that they are ready names the last day",
      unset: "7",
    },
    {
      name: "COLLECTION_PAY",
      label: "Payment when they collect",
      hint: "Within the limits of “Pay on delivery”, except its PIN codes. Such an order is confirmed by e-mail too",
      unset: "no",
      kind: "yes-no",
    },
  ],
};
