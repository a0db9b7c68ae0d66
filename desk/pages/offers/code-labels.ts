/** Labels of the code form. */
export const codeLabels = {
  code: "Code",
  name: "Name",
  takes: "Kind of discount",
  off: "Discount",
  minOrder: "Smallest order, in rupees",
  appliesTo: "Books it applies to",
  categories: "Categories",
  authors: "Authors",
  series: "Series",
  lists: "Reading lists",
  startsAt: "Begins",
  endsAt: "Ends",
  limit: "Maximum uses in total",
  limitPerReader: "Maximum uses per reader",
  isFirstOrderOnly: "Only for a reader’s first order",
  isAnnounced: "Announced in the shop",
};
