import { drawBookplate, type PlateSubject, type PlateWords, type Print } from "./draw-bookplate.ts";
import { mix } from "./colour.ts";
import { placeDrawing, rect } from "./page.ts";
import { definePrint, fillsOfPrint } from "./patterns/print.ts";
import { setText } from "./type/set-text.ts";

const width = 1200;
const height = 630;
const ground = "#fbf8f3";
const ink = "#211d18";
const quiet = "#6b6258";
/** A page of the opened book, in the proportion of a bookplate. */
const sheet = { y: 54, width: 368, height: 522 };
const left = { x: 60, ...sheet };
const right = { x: left.x + sheet.width, ...sheet };
const words = { x: right.x + sheet.width + 56, width: width - right.x - sheet.width - 112 };

/**
 * Draws the picture of a bookplate for sending: the opened book, its print on the left and the plate on the right, with
 * title and the shop's name; 1200 by 630 pixels.
 */
export function drawPlateShare(
  plate: PlateWords,
  book: PlateSubject & { author: string },
  print: Print,
  shopName: string,
): string {
  const key = "share-print";
  const title = setText(
    book.title,
    { ...words, y: sheet.y + 26, height: 290 },
    { face: "serif", fill: ink, maxSize: 54, maxLines: 6 },
  );
  const author = setText(
    book.author,
    { ...words, y: title.ink.y + title.ink.height + 24, height: 84 },
    { face: "geometricText", fill: quiet, maxSize: 27, maxLines: 3 },
  );
  const shop = setText(
    shopName,
    { ...words, y: sheet.y + sheet.height - 60, height: 40 },
    { face: "serif", fill: ink, maxSize: 34, maxLines: 1, valign: "bottom" },
  );
  const board = { x: left.x - 10, y: sheet.y - 10, width: 2 * sheet.width + 20, height: sheet.height + 20 };
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">`,
    definePrint(key, print, right.x),
    `<defs><linearGradient id="fold" x1="1" x2="0"><stop offset="0" stop-color="#000" stop-opacity=".32"/><stop offset="1" stop-color="#000" stop-opacity="0"/></linearGradient></defs>`,
    rect({ x: 0, y: 0, width, height }, `fill="${ground}"`),
    rect({ ...board, x: board.x + 6, y: board.y + 10 }, `rx="5" fill="#000" opacity="0.2"`),
    rect(board, `rx="4" fill="${mix(print.sheet, "#000000", 0.35)}"`),
    ...fillsOfPrint(key, print).map((fill) => rect(left, fill)),
    placeDrawing(drawBookplate(plate, book, print), right),
    rect({ ...left, x: left.x + sheet.width - 46, width: 46 }, `fill="url(#fold)"`),
    rect({ ...right, width: 1 }, `fill="#000" opacity="0.35"`),
    title.svg,
    author.svg,
    shop.svg,
    "</svg>",
  ].join("");
}
