import type { SettingGroup } from "./setting-fields.ts";

/** The settings of numbers, words and signature on papers. */
export const numberGroup: SettingGroup = {
  id: "numbers",
  title: "Numbers & bills",
  words:
    "Orders, bills and credit notes that exist stay as they are. Bills are numbered without gaps from April to March; with other letters the count goes on.",
  fields: [
    {
      name: "ORDER_PREFIX",
      label: "Order numbers begin with",
      hint: "Two to four letters, such as EP-7K2M9QX4TB",
      unset: "EP",
    },
    {
      name: "BILL_PREFIX",
      label: "Bill numbers begin with",
      hint: "Two to four letters, such as EP26-27/000001",
      unset: "EP",
    },
    {
      name: "CREDIT_NOTE_PREFIX",
      label: "Credit note numbers begin with",
      hint: "Two to four letters, such as CN26-27/000001",
      unset: "CN",
    },
    {
      name: "BILL_WORDS",
      label: "Your words at the foot of bills",
      hint: "Such as “Goods once sold are exchanged within ten days”",
      unset: null,
      kind: "long",
    },
    {
      name: "BILL_SIGNATURE",
      label: "Signature",
      hint: "A picture of it on white or without a ground, for bills and credit notes: PNG up to 2 MB, or SVG up to 300 kB",
      unset: null,
      kind: "picture",
    },
    {
      name: "BILL_SIGNATORY",
      label: "Who signs",
      hint: "Printed below the signature, such as “Asha Rao, proprietor”. Without a picture, there is room to sign by hand",
      unset: null,
    },
  ],
};
