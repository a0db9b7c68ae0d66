/** Prints address labels of parcels as PDF: one per page for label printers, or four on a page of A4. */
import { writePdf } from "#shop/sales/documents/pdf/pdf-file.server.ts";
import type { TextStyle, TextWriter } from "#shop/sales/documents/pdf/pdf-type.server.ts";
import { formatPaise } from "#shop/kernel/money/money.ts";
import { spacePhone } from "#shop/kernel/regions/phone.ts";
import { barsOf128, quietZone128 } from "./code128.ts";
import { points, type LabelPapers, type Sender } from "./parcel-papers.ts";

/** The size of labels in label printers: 100 × 150 mm. */
const label = { width: points(100), height: points(150) };
const sheet = { width: points(210), height: points(297) };
const numberLeading = 15;
/** The bar code of the order's number: the width of a module, and the height. */
const bars = { module: points(0.33), height: points(11) };
const black = "#000000";
/** Font sizes in points; the first at which the address fits is used. */
const sizes = [15, 13.5, 12, 10.5, 9, 7.5, 6.5];

interface Frame {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** A label of 100 × 150 mm for each parcel, on a page of its own; black, because thermal printers have no colours. */
export function renderLabels(parcels: LabelPapers[], sender: Sender, at: Date): Promise<Buffer> {
  const size: [number, number] = [label.width, label.height];
  return writePdf({ ...factsOf(parcels, sender, at), size }, (doc, writer) => {
    for (const [place, parcel] of parcels.entries()) {
      if (place > 0) doc.addPage();
      drawLabel(doc, writer, parcel, sender, { x: 0, y: 0, ...label });
    }
  });
}

/** The labels on A4, four per page, to be cut along the dashed lines. */
export function renderLabelSheets(parcels: LabelPapers[], sender: Sender, at: Date): Promise<Buffer> {
  const [width, height] = [sheet.width / 2, sheet.height / 2];
  return writePdf(factsOf(parcels, sender, at), (doc, writer) => {
    for (const [place, parcel] of parcels.entries()) {
      const onPage = place % 4;
      if (place > 0 && onPage === 0) doc.addPage();
      if (onPage === 0) drawCuts(doc, writer);
      drawLabel(doc, writer, parcel, sender, {
        x: (onPage % 2) * width,
        y: Math.floor(onPage / 2) * height,
        width,
        height,
      });
    }
  });
}

/** Joins parts of an address to lines by commas, as many in a line as `fits` allows. */
function joinThatFit(parts: string[], fits: (line: string) => boolean): string[] {
  const lines: string[] = [];
  for (const part of parts) {
    const joined = lines.length > 0 ? `${lines.at(-1)}, ${part}` : part;
    if (lines.length > 0 && fits(joined)) lines.splice(-1, 1, joined);
    else lines.push(part);
  }
  return lines;
}

function factsOf(parcels: LabelPapers[], sender: Sender, createdAt: Date) {
  const subject = parcels.flatMap(({ number, others = [] }) => [number, ...others]).join(", ");
  return { title: "Address labels", author: sender.shopName, subject, createdAt };
}

function drawCuts(doc: PDFKit.PDFDocument, { tags }: TextWriter) {
  tags.ornament(() => {
    doc.moveTo(sheet.width / 2, 0).lineTo(sheet.width / 2, sheet.height);
    doc.moveTo(0, sheet.height / 2).lineTo(sheet.width, sheet.height / 2);
    doc.lineWidth(0.5).dash(4, { space: 4 }).strokeColor("#999999").stroke().undash();
  });
}

function drawLabel(doc: PDFKit.PDFDocument, writer: TextWriter, parcel: LabelPapers, sender: Sender, frame: Frame) {
  const edge = points(6);
  const [left, right] = [frame.x + edge, frame.x + frame.width - edge];
  const width = right - left;
  const bottom = frame.y + frame.height - edge;
  const style = (size: number, fontWeight: TextStyle["fontWeight"] = "text"): TextStyle => ({
    fontWeight,
    size,
    color: black,
    isTabular: true,
  });
  let y = frame.y + edge;
  const lines = (words: string, by: TextStyle, most = Infinity) =>
    writer.tags.part("P", () => {
      for (const line of writer.wrap(words, by, width, most)) {
        y += by.size * 1.3;
        writer.write(line, by, left, y - by.size * 0.3);
      }
    });
  const ruleAt = (at: number) =>
    writer.tags.ornament(() => doc.moveTo(left, at).lineTo(right, at).lineWidth(1).strokeColor(black).stroke());

  lines("From", style(8));
  // One part of the address after the other: a line breaks between parts, not between a town and its PIN code.
  const from = [sender.shopName, ...sender.addressLines, sender.phone].filter(Boolean);
  for (const line of joinThatFit(from, (words) => writer.measure(words, style(8.5)) <= width).slice(0, 4))
    lines(line, style(8.5), 1);
  y += 6;
  ruleAt(y);
  y += 6;
  lines("To", style(9));

  const numbers = [parcel.number, ...(parcel.others ?? [])];
  // The numbers of several orders in one parcel are printed one above the other.
  const above = (numbers.length - 1) * numberLeading;
  const foot = 62 + above;
  const barsBottom = bottom - foot;
  const room = barsBottom - bars.height - 8 - y;
  const address = [...parcel.streetLines, parcel.city, parcel.state];
  const heightAt = (size: number) =>
    writer.wrap(parcel.name, style(size + 2, "strong"), width).length * (size + 2) * 1.3 +
    address.reduce((sum, line) => sum + writer.wrap(line, style(size), width).length * size * 1.3, 0) +
    size * 1.3 * (parcel.booked ? 2 : 1);
  const size = sizes.find((size) => heightAt(size) <= room) ?? sizes.at(-1)!;
  lines(parcel.name, style(size + 2, "strong"));
  for (const line of address) lines(line, style(size));
  lines(`Phone ${spacePhone(parcel.phone)}`, style(size));

  const { booked } = parcel;
  if (booked) lines([booked.courier, booked.trackingNumber].filter(Boolean).join(" "), style(size), 1);

  // The carrier scans its own number. Without one that fits beside the box, the desk scans that of the order.
  const scanned = booked && /^[!-~]{1,16}$/.test(booked.trackingNumber) ? booked.trackingNumber : parcel.number;
  drawBars(doc, writer, scanned, left, barsBottom);
  drawPayment(doc, writer, parcel, style(9, "strong"), { x: right, y: barsBottom });

  // Sorters read the PIN code; it and the number of the order have the same position on every label.
  ruleAt(bottom - foot + 8);
  writer.tags.part("P", () => writer.write("PIN", style(9), left, bottom - 34));
  writer.tags.part("P", () => writer.write(parcel.pin, style(30, "strong"), left, bottom - 6));
  const what = above > 0 ? "Orders" : parcel.part === null ? "Order" : `Parcel ${parcel.part} of order`;
  writer.tags.part("P", () => writer.write(what, style(9), right, bottom - 34 - above, "right"));
  for (const [place, number] of numbers.entries())
    writer.tags.part("P", () =>
      writer.write(number, style(12, "strong"), right, bottom - 8 - above + place * numberLeading, "right"),
    );
}

/** In a box: "PREPAID", so that no carrier asks for money, or the amount that the carrier collects. */
function drawPayment(
  doc: PDFKit.PDFDocument,
  writer: TextWriter,
  { collectPaise }: LabelPapers,
  by: TextStyle,
  { x, y }: Pick<Frame, "x" | "y">,
) {
  const words = collectPaise > 0 ? `COD ${formatPaise(collectPaise)}` : "PREPAID";
  const [space, height] = [4, 18];
  const width = writer.measure(words, by) + 2 * space;
  writer.tags.ornament(() =>
    doc
      .rect(x - width, y - height, width, height)
      .lineWidth(1)
      .strokeColor(black)
      .stroke(),
  );
  writer.tags.part("P", () => writer.write(words, by, x - space, y - 6, "right"));
}

/** A number as a bar code, which the search of the desk reads. */
function drawBars(doc: PDFKit.PDFDocument, { tags }: TextWriter, number: string, left: number, bottom: number) {
  tags.ornament(() => {
    for (const { start, width } of barsOf128(number).bars)
      doc.rect(left + (quietZone128 + start) * bars.module, bottom - bars.height, width * bars.module, bars.height);
    doc.fill(black);
  });
}
