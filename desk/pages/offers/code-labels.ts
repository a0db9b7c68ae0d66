/** Labels of the code form. */
export const codeLabels = {
  code: "Code",
  name: "Name",
  takes: "What it takes off",
  off: "How much",
  minOrder: "Smallest order, in rupees",
  appliesTo: "What it is for",
  categories: "Categories",
  authors: "Authors",
  series: "Series",
  lists: "Reading lists",
  startsAt: "Begins",
  endsAt: "Ends",
  limit: "Most uses in all",
  limitPerReader: "Most uses by one reader",
  isFirstOrderOnly: "Only for a reader’s first order",
  isAnnounced: "Announced in the shop",
};
