/** Prints a packing slip or gift slip for each parcel as PDF. */
import { shortDay } from "#shop/kernel/dates/dates.ts";
import { formatPaise } from "#shop/kernel/money/money.ts";
import { deliveredMark } from "#shop/sales/documents/paper-mark.ts";
import { writePdf } from "#shop/sales/documents/pdf/pdf-file.server.ts";
import { color, drawBand, drawMark, page, widthOfMark } from "#shop/sales/documents/pdf/pdf-page.server.ts";
import { drawTable, rule } from "#shop/sales/documents/pdf/pdf-table.server.ts";
import type { TextStyle, TextWriter } from "#shop/sales/documents/pdf/pdf-type.server.ts";
import type { Column } from "#shop/sales/documents/printed-document.ts";
import { spacePhone } from "#shop/kernel/regions/phone.ts";
import type { PaperBook, ParcelPapers, Sender } from "./parcel-papers.ts";

const text: TextStyle = { fontWeight: "text", size: 10, color: color.ink, isTabular: true };
const strong: TextStyle = { ...text, fontWeight: "strong" };
const small: TextStyle = { ...text, size: 8.5, color: color.quiet };
const name: TextStyle = { fontWeight: "display", size: 14, color: color.ink };
const heading: TextStyle = { fontWeight: "display", size: 25, color: color.ink };
const message: TextStyle = { fontWeight: "text", size: 13, color: color.ink };
const leading = 14;
const messageLeading = 19;

/** A slip for packing and unpacking, or one for the person who gets the books as a gift, with the giver's message. */
export type SlipKind =
  | { isGift: false }
  /** `messages` replaces `message` for single orders, by number. */
  | { isGift: true; message: string; messages?: ReadonlyMap<string, string> };

/** A slip for each parcel, on pages of its own: its books and its address, without prices of books. */
export function renderSlips(parcels: ParcelPapers[], sender: Sender, kind: SlipKind, at: Date): Promise<Buffer> {
  const title = kind.isGift ? "Gift slip" : "Packing slip";
  const subject = parcels.map(({ number }) => number).join(", ");
  return writePdf({ title, author: sender.shopName, subject, createdAt: at }, (doc, writer) => {
    for (const [place, parcel] of parcels.entries()) {
      if (place > 0) doc.addPage();
      drawSlip(doc, writer, parcel, sender, kind);
    }
  });
}

function drawSlip(doc: PDFKit.PDFDocument, writer: TextWriter, parcel: ParcelPapers, sender: Sender, kind: SlipKind) {
  const { count: before } = doc.bufferedPageRange();
  drawBand(doc, writer);
  const { mark = deliveredMark } = sender;
  writer.tags.ornament(() => drawMark(doc, page.left, 44, mark));
  const width = page.right - page.left;
  const turnPage = () => {
    doc.addPage();
    drawBand(doc, writer);
    writer.tags.ornament(() => writer.write(`Order ${parcel.number}`, strong, page.left, 44));
    return 62;
  };
  let y = 63;
  const lines = (words: string, style: TextStyle, x: number, room: number, height: number, most: number) =>
    writer.tags.part("P", () => {
      for (const line of writer.wrap(words, style, room, most)) {
        writer.write(line, style, x, y);
        y += height;
      }
    });
  lines(sender.shopName, name, page.left + widthOfMark(mark), width - widthOfMark(mark), 18, 2);
  y += 30;
  writer.tags.part("H1", () => writer.write(kind.isGift ? "A gift for you" : "Packing slip", heading, page.left, y));
  y += 30;
  const top = y;
  const half = width / 2 - 12;
  lines(
    kind.isGift ? "For" : parcel.isCollection ? "Collected at the shop by" : "Deliver to",
    small,
    page.left,
    half,
    leading,
    1,
  );
  lines(parcel.name, strong, page.left, half, leading, 8);
  if (!kind.isGift) {
    const address = [...parcel.streetLines, `${parcel.city} ${parcel.pin}`, parcel.state];
    for (const line of parcel.isCollection ? [] : address) lines(line, text, page.left, half, leading, 6);
    lines(spacePhone(parcel.phone), text, page.left, half, leading, 1);
  }
  const left = y;
  y = top;
  const x = page.left + width / 2 + 12;
  lines("Order", small, x, half, leading, 1);
  lines(parcel.number, strong, x, half, leading, 1);
  if (parcel.part !== null) lines(`Parcel ${parcel.part} of this order`, text, x, half, leading, 1);
  lines(shortDay(parcel.confirmedAt), text, x, half, leading, 1);
  if (parcel.collectPaise > 0 && !kind.isGift)
    lines(
      `To pay ${parcel.isCollection ? "when it is collected" : "on delivery"}: ${formatPaise(parcel.collectPaise)}`,
      strong,
      x,
      half,
      leading,
      2,
    );
  y += 4;
  lines("Sent by", small, x, half, leading, 1);
  for (const line of [sender.shopName, ...sender.addressLines, sender.email, sender.phone].filter(Boolean))
    lines(line, text, x, half, leading, 3);
  y = Math.max(left, y) + 8;
  const words = kind.isGift ? (kind.messages?.get(parcel.number) ?? kind.message) : "";
  if (words.trim() !== "") {
    y += 16;
    // An empty line has half the height.
    for (const part of withoutEmoji(words).split(/\r?\n/)) {
      if (part.trim() === "") y += 10;
      // Lines that do not fit on the page go on the next one.
      for (let rest = writer.wrap(part, message, width); rest.length > 0;) {
        if (y > page.bottom) y = turnPage();
        const shown = rest.slice(0, 1 + Math.floor((page.bottom - y) / messageLeading));
        rest = rest.slice(shown.length);
        writer.tags.part("P", () => {
          for (const line of shown) {
            writer.write(line, message, page.left, y);
            y += messageLeading;
          }
        });
      }
    }
    y += 8;
  }
  const { ink, quiet, line } = color;
  if (y > page.bottom - 80) y = turnPage();
  const frame = { left: page.left, right: page.right, top: y, bottom: page.bottom, ink, quiet, line, turnPage };
  const end = drawTable(doc, writer, { lines: parcel.books }, columns, frame);
  const copies = parcel.books.reduce((sum, book) => sum + book.copies, 0);
  y = (end + 30 > page.bottom ? turnPage() : end) + 22;
  lines(
    `${copies} ${copies === 1 ? "copy" : "copies"} ${parcel.part === null ? "in all" : "in this parcel"}`,
    strong,
    page.left,
    width,
    leading,
    1,
  );
  if (parcel.following > 0) {
    const { following } = parcel;
    const words = `${following} more ${following === 1 ? "copy comes" : "copies come"} in another parcel`;
    if (y > page.bottom) y = turnPage();
    lines(words, text, page.left, width, leading, 1);
  }
  drawFeet(doc, writer, parcel, before - 1);
}

/** The fonts have no emoji, and would print a box instead of a heart. */
function withoutEmoji(words: string): string {
  return words.replace(emoji, "");
}

/** Emoji with the spaces before them, and their joiners and modifiers; ©, ® and ™ are not removed. */
const emoji =
  / *(?:(?![©®™])\p{Extended_Pictographic}(?:\p{Variation_Selector}|\p{Join_Control}|\p{Emoji_Modifier})*|\p{Regional_Indicator})+/gu;

const columns: Column<PaperBook>[] = [
  { label: "Title", isFigure: false, cellOf: ({ title, author }) => ({ text: title, below: author }) },
  { label: "Format", isFigure: false, cellOf: ({ format, isbn13 }) => ({ text: format, below: isbn13 ?? "" }) },
  { label: "Copies", isFigure: true, cellOf: ({ copies }) => ({ text: String(copies) }) },
];

/** Prints the numbers of the order and the page on the pages of a slip, because these may be separated. */
function drawFeet(doc: PDFKit.PDFDocument, writer: TextWriter, { number }: ParcelPapers, first: number) {
  const { count } = doc.bufferedPageRange();
  for (let i = first; i < count; i += 1) {
    doc.switchToPage(i);
    rule(doc, writer, page, 797, 0.5, color.line);
    writer.tags.ornament(() => {
      writer.write(`Order ${number}`, small, page.left, 813);
      writer.write(`Page ${i - first + 1} of ${count - first}`, small, page.right, 813, "right");
    });
  }
}
