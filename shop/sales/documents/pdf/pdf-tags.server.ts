/** What a part of a document is, as PDF names it. */
export type Tag = "Document" | "H1" | "P" | "Table" | "TR" | "TH" | "TD";

/** Tells programs that read a PDF aloud what its parts are, in reading order. */
export interface Tags {
  /** What is written meanwhile belongs to a new part, inside the one that is open; a `TH` says what it is the head of. */
  part: <T>(tag: Tag, write: () => T, scope?: "Row" | "Column") => T;
  /**
   * Marks what is drawn meanwhile as text of the open part; outside every part it is not read. `actual` is what it says,
   * when its glyphs alone do not tell.
   */
  text: (draw: () => void, actual?: string) => void;
  /** Marks what is drawn meanwhile as not to be read: ornament, and what each page repeats. */
  ornament: <T>(draw: () => T) => T;
}

/** The tags of one PDF. */
export function openTags(doc: PDFKit.PDFDocument): Tags {
  const open: { tag: Tag; element: PDFKit.PDFStructureElement }[] = [];
  let isOrnament = false;

  function part<T>(tag: Tag, write: () => T, scope?: "Row" | "Column"): T {
    if (isOrnament) return write();
    const element = doc.struct(tag, { scope } as object);
    const parent = open.at(-1);
    if (parent) parent.element.add(element);
    else doc.addStructure(element);
    open.push({ tag, element });
    const result = write();
    open.pop();
    element.end();
    return result;
  }

  function ornament<T>(draw: () => T): T {
    if (isOrnament) return draw();
    isOrnament = true;
    doc.markContent("Artifact", { type: "Layout" });
    const result = draw();
    doc.endMarkedContent();
    isOrnament = false;
    return result;
  }

  function text(draw: () => void, actual?: string) {
    const { tag, element } = open.at(-1) ?? {};
    if (isOrnament) draw();
    else if (!tag || !element) ornament(draw);
    else {
      const content = doc.markStructureContent(actual === undefined ? tag : "Span");
      element.add(actual === undefined ? content : doc.struct("Span", { actual }, [content]));
      draw();
      doc.endMarkedContent();
    }
  }

  return { part, text, ornament };
}
