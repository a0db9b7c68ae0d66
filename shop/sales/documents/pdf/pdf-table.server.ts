/** Draws a table in a PDF, over several pages if needed, with tags for screen readers. */

import type { TextStyle, TextWriter } from "./pdf-type.server.ts";
import type { Column } from "#shop/sales/documents/printed-document.ts";

/** The position of the table, and how it continues on the next page; in points, y downwards. */
export interface TableFrame {
  left: number;
  right: number;
  top: number;
  bottom: number;
  ink: string;
  quiet: string;
  line: string;
  /** Starts a page and returns the top of the table on it. */
  turnPage: () => number;
}

const gap = 14;
const rowPadding = 5;
const leading = 12.5;
const smallLeading = 11;
/** Longer titles end in an ellipsis, because a row must fit on a page. */
const maxTitleLines = 14;

/** Draws the table, its head on every page; the column "Title" takes the remaining width. Returns the y of its end. */
export function drawTable<Line>(
  doc: PDFKit.PDFDocument,
  writer: TextWriter,
  content: { lines: Line[] },
  columns: Column<Line>[],
  frame: TableFrame,
) {
  const text: TextStyle = { fontWeight: "text", size: 9.5, color: frame.ink, isTabular: true };
  const strong: TextStyle = { ...text, fontWeight: "strong" };
  const small: TextStyle = { ...text, size: 8.5, color: frame.quiet };
  const places = placeColumns(writer, content, columns, frame, text, small);

  function drawHead(top: number): number {
    const baseline = top + 10;
    writer.tags.part("TR", () => {
      for (const { column, x, width } of places) {
        const [end, from] = column.isFigure ? ([x + width, "right"] as const) : ([x, "left"] as const);
        writer.tags.part("TH", () => writer.write(column.label, small, end, baseline, from), "Column");
      }
    });
    rule(doc, writer, frame, baseline + 6, 0.9, frame.ink);
    return baseline + 6;
  }

  function layOutRow(line: Line, place: number) {
    const cells = places.map(({ column, x, width }) => {
      const { text: words, below } = column.cellOf(line, place);
      const isTitle = column.label === "Title";
      const style = isTitle ? strong : text;
      return {
        column,
        x,
        width,
        style,
        lines: isTitle ? writer.wrap(words, style, width, maxTitleLines) : [words],
        below: below ? writer.wrap(below, small, width, 3) : [],
      };
    });
    const tallest = Math.max(...cells.map((cell) => cell.lines.length * leading + cell.below.length * smallLeading));
    return { cells, height: tallest + 2 * rowPadding };
  }

  function drawCell(
    { column, x, width, style, lines, below }: ReturnType<typeof layOutRow>["cells"][number],
    y: number,
  ) {
    let baseline = y + rowPadding + 9.5;
    const write = (words: string, by: TextStyle) =>
      column.isFigure ? writer.write(words, by, x + width, baseline, "right") : writer.write(words, by, x, baseline);
    for (const words of lines) {
      write(words, style);
      baseline += leading;
    }
    for (const words of below) {
      write(words, small);
      baseline += smallLeading;
    }
  }

  return writer.tags.part("Table", () => {
    let y = drawHead(frame.top);
    for (const [place, line] of content.lines.entries()) {
      const { cells, height } = layOutRow(line, place);
      // A repeated head is not read aloud.
      if (y + height > frame.bottom) {
        const top = frame.turnPage();
        y = writer.tags.ornament(() => drawHead(top));
      }
      writer.tags.part("TR", () => {
        for (const cell of cells) writer.tags.part("TD", () => drawCell(cell, y));
      });
      y += height;
      rule(doc, writer, frame, y, 0.5, frame.line);
    }
    return y;
  });
}

/** The other columns are as wide as their widest cell; the title takes the rest. */
function placeColumns<Line>(
  writer: TextWriter,
  content: { lines: Line[] },
  columns: Column<Line>[],
  frame: TableFrame,
  text: TextStyle,
  small: TextStyle,
): { column: Column<Line>; x: number; width: number }[] {
  const widths = columns.map((column) => {
    if (column.label === "Title") return 0;
    const cells = content.lines.map((line, place) => column.cellOf(line, place));
    return Math.max(
      writer.measure(column.label, small),
      ...cells.map((cell) => writer.measure(cell.text, text)),
      ...cells.map((cell) => (cell.below ? writer.measure(cell.below, small) : 0)),
    );
  });
  const taken = widths.reduce((sum, width) => sum + width, gap * (columns.length - 1));
  let x = frame.left;
  return columns.map((column, i) => {
    const width = column.label === "Title" ? frame.right - frame.left - taken : (widths[i] ?? 0);
    const place = { column, x, width };
    x += width + gap;
    return place;
  });
}

export function rule(
  doc: PDFKit.PDFDocument,
  { tags }: Pick<TextWriter, "tags">,
  { left, right }: Pick<TableFrame, "left" | "right">,
  y: number,
  thickness: number,
  color: string,
): void {
  tags.ornament(() => doc.moveTo(left, y).lineTo(right, y).lineWidth(thickness).strokeColor(color).stroke());
}
