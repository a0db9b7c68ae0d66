/**
 * The papers that are printed for parcels. A key is the paper's name in the URL; `one` and `several` are the button
 * labels for one order and for several.
 */
export const papers = {
  "pick-list": { one: "Pick list", several: "Pick list" },
  slips: { one: "Packing slip", several: "Packing slips" },
  labels: { one: "Label, 100 × 150 mm", several: "Labels, 100 × 150 mm" },
  "label-sheets": { one: "Label, on A4", several: "Labels, four on A4" },
  plates: { one: "Bookplates", several: "Bookplates" },
  "gift-slips": { one: "Gift slip", several: "Gift slips" },
} as const;

export type Paper = keyof typeof papers;
