/** The labels of the fields of a page. */
export const pageLabels: Record<string, string> = {
  title: "Title",
  address: "Address",
  lead: "First words",
  text: "Text",
  place: "Linked",
  position: "Position",
  shown: "Readers see it",
};
