import type { SettingGroup } from "#shop/office/settings/setting-fields.ts";

/** The fields of delivery by weight and zone. */
export const ratesGroup: SettingGroup = {
  id: "rates",
  title: "Delivery by weight and zone",
  words:
    "Instead of one fee, delivery can cost what your carrier’s table says. The cart shows readers the price for their PIN code. Orders that were placed keep the fee they were placed with.",
  fields: [
    { name: "DELIVERY_BY_WEIGHT", label: "Use this table instead of the fee", unset: "no", kind: "yes-no" },
    {
      name: "DELIVERY_RATES",
      label: "Prices",
      hint: "For the weight of all books and the packing. Where two zones fit a PIN code, the one with more of its digits counts",
      unset: null,
      kind: "rates",
    },
    {
      name: "BOOK_GRAMS",
      label: "Grams of a book without a weight",
      hint: "Also for the quotes of carriers",
      unset: "350",
    },
    { name: "PACKING_GRAMS", label: "Grams of box and padding", hint: "Added to every parcel", unset: "80" },
  ],
};
