import type { EditionFormat } from "#shop/catalogue/fields/record-values.ts";

/** The names of formats on readers' pages; empty for an unknown format. */
export const formatNames: Record<EditionFormat, string> = {
  "": "",
  paperback: "Paperback",
  hardback: "Hardback",
  "board-book": "Board book",
  "spiral-bound": "Spiral bound",
  "boxed-set": "Boxed set",
  map: "Map",
  calendar: "Calendar",
  "audio-cd": "Audio CD",
  stationery: "Stationery",
};
