import Pdf from "pdfkit";

import { createTextWriter, type TextWriter } from "./pdf-type.server.ts";

/** The metadata of a PDF, and the size of its pages. */
interface PdfFacts {
  title: string;
  author: string;
  subject: string;
  createdAt: Date;
  /** Width and height in points; the default is A4. */
  size?: [number, number];
}

/** Writes a PDF with tags for screen readers; `draw` starts on its first page. The same input gives the same bytes. */
export async function writePdf(
  { title, author, subject, createdAt, size }: PdfFacts,
  draw: (doc: PDFKit.PDFDocument, writer: TextWriter) => void,
): Promise<Buffer> {
  const doc = new Pdf({
    size: size ?? "A4",
    margin: 0,
    bufferPages: true,
    pdfVersion: "1.7",
    // The types of pdfkit do not include it yet.
    subset: "PDF/UA" as never,
    tagged: true,
    lang: "en-IN",
    displayTitle: true,
    // Keeps pdfkit from adding Helvetica, which is not embedded.
    font: null as never,
    info: {
      Title: title,
      Author: author,
      Subject: subject,
      Creator: "Endpaper",
      Producer: "Endpaper",
      CreationDate: createdAt,
    },
  });
  const chunks: Buffer[] = [];
  const written = new Promise<Buffer>((resolve, reject) => {
    doc.on("data", (chunk: Buffer) => chunks.push(chunk));
    doc.on("end", () => resolve(Buffer.concat(chunks)));
    doc.on("error", reject);
  });
  const writer = createTextWriter(doc);
  writer.tags.part("Document", () => draw(doc, writer));
  doc.end();
  return written;
}
