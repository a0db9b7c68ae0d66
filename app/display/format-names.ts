import type { EditionFormat } from "#shop/catalogue/fields/record-values.ts";

/** Editions as a reader calls them; empty where it is not known how one is made. */
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
