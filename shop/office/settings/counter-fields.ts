import type { SettingGroup } from "./setting-fields.ts";

/** The fields of the counter. */
export const counterGroup: SettingGroup = {
  id: "counter",
  title: "Counter",
  words: "For sales at a till, under Counter.",
  fields: [
    {
      name: "COUNTER_UPI",
      label: "UPI ID that buyers pay to",
      hint: "Such as yourshop@okbank. The till shows a QR code with the sum; check in your bank’s app that the money came. Left empty: no QR code",
      unset: null,
    },
    {
      name: "COUNTER_RAZORPAY_QR",
      label: "Take UPI by Razorpay’s QR codes",
      hint: "The till then knows by itself that a sale is paid. Razorpay’s support enables QR codes for your account; until then a till shows your own UPI code instead",
      unset: "no",
      kind: "yes-no",
    },
    {
      name: "COUNTER_DISCOUNT",
      label: "Discount that staff may give, in per cent of a sale",
      hint: "From 0 to 100. Owners may give more",
      unset: "20",
    },
  ],
};
