/** The structure types of PDF that documents use. */
export type Tag = "Document" | "H1" | "P" | "Table" | "TR" | "TH" | "TD";

/** The structure of a tagged PDF: tells screen readers the parts of the document in reading order. */
export interface Tags {
  /**
   * Adds a part inside the open one, with the content that `write` draws; `scope` says whether a `TH` heads a row or a
   * column.
   */
  part: <T>(tag: Tag, write: () => T, scope?: "Row" | "Column") => T;
  /**
   * Marks the content of `draw` as text of the open part; outside all parts it is not read aloud. `actual` is its text,
   * if the glyphs do not show it.
   */
  text: (draw: () => void, actual?: string) => void;
  /** Adds a picture to the open part: `alt` says what it shows; `box` is left, top, right and bottom in points. */
  figure: (alt: string, box: [number, number, number, number], draw: () => void) => void;
  /** Marks the content of `draw` as decoration, which is not read aloud; also for content that every page repeats. */
  ornament: <T>(draw: () => T) => T;
}

/** Creates the tags of a PDF. */
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

  function figure(alt: string, bbox: [number, number, number, number], draw: () => void) {
    const element = doc.struct("Figure", { alt, bbox } as object);
    open.at(-1)?.element.add(element);
    element.add(doc.markStructureContent("Figure"));
    draw();
    doc.endMarkedContent();
    element.end();
  }

  return { part, text, figure, ornament };
}
