import type { SettingGroup } from "./setting-fields.ts";

/** The settings of numbers and words on papers. */
export const numberGroup: SettingGroup = {
  id: "numbers",
  title: "Numbers and words on bills",
  words:
    "Orders, bills and credit notes that exist keep their numbers and words. Bills are numbered without gaps from April to March; with other letters the count goes on.",
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
  ],
};
