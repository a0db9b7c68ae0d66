/** What is printed for parcels, by the word that its address has, and what its button says. */
export const papers = {
  "pick-list": "Pick list",
  slips: "Packing slips",
  labels: "Labels, 100 × 150 mm",
  "label-sheets": "Labels, four on A4",
  "gift-slips": "Gift slips",
} as const;

export type Paper = keyof typeof papers;
