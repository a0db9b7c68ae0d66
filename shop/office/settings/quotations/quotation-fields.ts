import type { SettingGroup } from "#shop/office/settings/setting-fields.ts";

/** The fields of quotations and of bank transfers. */
export const quotationGroup: SettingGroup = {
  id: "quotations",
  title: "Quotations & bank transfers",
  words: "For schools, libraries and businesses. Quotations that were sent keep their prices and their last day.",
  fields: [
    {
      name: "QUOTATION_DISCOUNTS",
      label: "Discount by number of copies",
      hint: "One on each line, off the MRP, such as 10: 5 and 50: 12.5. All books of a quotation count together",
      unset: null,
      kind: "lines",
    },
    { name: "QUOTATION_DAYS", label: "Days that a quotation is valid", unset: "30" },
    {
      name: "TRANSFER_DAYS",
      label: "Days to pay an accepted quotation",
      hint: "The copies are held until then. After that the order ends",
      unset: "10",
    },
    {
      name: "BANK_ACCOUNT",
      label: "Account for bank transfers",
      hint: "Line by line: account holder, number, IFSC, bank, and a UPI address if you have one",
      unset: null,
      kind: "lines",
    },
  ],
};
