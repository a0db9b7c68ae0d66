import type { BookFormat } from "#shop/catalogue/book.ts";

/** Editions as a reader calls them. */
export const formatNames: Record<BookFormat, string> = {
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
