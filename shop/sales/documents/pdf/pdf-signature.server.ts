import type { PaperPicture } from "#shop/sales/documents/paper-mark.ts";
import { color, page } from "./pdf-page.server.ts";
import type { TextStyle, TextWriter } from "./pdf-type.server.ts";

const small: TextStyle = { fontWeight: "text", size: 8.5, color: color.quiet, isTabular: true };
const leading = 13;
/** The space of a signature, in points. */
const signatureBox = { width: 150, height: 42 };

/** Who signs a paper. */
export interface Signed {
  /** Such as `For Endpaper Books`. */
  forSeller: string;
  signatory: string;
}

function linesOfSignature(writer: TextWriter, { forSeller, signatory }: Signed, left: number) {
  const wrap = (words: string) => writer.wrap(words, small, page.right - left, 2);
  return { above: wrap(forSeller), below: wrap(signatory) };
}

/** The height of a signature that begins at `left`, in points. */
export function signatureHeight(writer: TextWriter, signed: Signed, left: number): number {
  const { above, below } = linesOfSignature(writer, signed, left);
  return 26 + (above.length + below.length) * leading + signatureBox.height;
}

/** Draws who signs, with room to sign by hand if there is no picture; returns where it ends. */
export function drawSignature(
  doc: PDFKit.PDFDocument,
  writer: TextWriter,
  { picture, ...signed }: Signed & { picture: PaperPicture | null },
  { left, top }: { left: number; top: number },
): number {
  const { above, below } = linesOfSignature(writer, signed, left);
  let y = top + 12;
  const drawLines = (lines: string[]) =>
    writer.tags.part("P", () => {
      for (const line of lines) {
        writer.write(line, small, left, y);
        y += leading;
      }
    });
  drawLines(above);
  const { width, height } = signatureBox;
  const start = y - 5;
  if (picture) {
    const scale = Math.min(width / picture.width, height / picture.height);
    const size = { width: picture.width * scale, height: picture.height * scale };
    writer.tags.part("P", () =>
      writer.tags.figure("Signature", [left, start, left + size.width, start + size.height], () =>
        doc.image(picture.png, left, start + height - size.height, size),
      ),
    );
  }
  y = start + height + 14;
  drawLines(below);
  return y;
}
