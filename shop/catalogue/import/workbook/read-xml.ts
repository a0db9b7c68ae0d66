/** Streams the XML of a workbook's parts, with limits on what one part may keep in memory. */
import { SaxesParser } from "saxes";

import { UnreadableFileError } from "#shop/catalogue/fields/raw-record.ts";
import { checkLimit, type ReadLimit } from "#shop/catalogue/import/read-limit.ts";

/** Receives the parts of an XML document, with names in lower case and without prefixes. */
export interface XmlHandler {
  open: (name: string, attributes: Record<string, string>) => void;
  text?: (text: string) => void;
  close?: (name: string) => void;
}

/** Workbooks nest elements about ten deep. */
const maxDepth = 50;
/** The longest text or tag between two events of the parser, in characters. */
const maxLength = 1_000_000;
/** The longest text of a cell, in characters, as in Excel. */
const maxTextLength = 32_767;

/**
 * Reads XML chunk by chunk, and yields after each what the handler has found since. Throws UnreadableFileError for
 * invalid XML, and ReadLimitError.
 */
export async function* readXml<Item>(
  bytes: AsyncIterable<Uint8Array>,
  makeHandler: (found: (item: Item) => void) => XmlHandler,
  limit?: Pick<ReadLimit, "until" | "signal">,
): AsyncGenerator<Item[]> {
  const parser = new SaxesParser({ position: false, xmlns: false });
  const decoder = new TextDecoder();
  let items: Item[] = [];
  let depth = 0;
  /** Characters since the latest event, which the parser holds in memory. */
  let held = 0;
  const handler = makeHandler((item) => items.push(item));
  parser.on("error", () => {
    throw damaged();
  });
  parser.on("opentag", ({ name, attributes }) => {
    held = 0;
    depth += 1;
    if (depth > maxDepth) throw damaged();
    handler.open(localName(name), attributes);
  });
  parser.on("closetag", ({ name }) => {
    held = 0;
    depth -= 1;
    handler.close?.(localName(name));
  });
  const onText = (text: string) => {
    held = 0;
    handler.text?.(text);
  };
  parser.on("text", onText);
  parser.on("cdata", onText);
  for await (const chunk of bytes) {
    if (limit) checkLimit(limit);
    const text = decoder.decode(chunk, { stream: true });
    held += text.length;
    parser.write(text);
    if (held > maxLength) throw damaged();
    if (items.length > 0) yield items;
    items = [];
  }
  parser.write(decoder.decode()).close();
  if (items.length > 0) yield items;
}

/** The text of a cell with another part of it. Throws UnreadableFileError if it is longer than Excel allows. */
export function appendText(text: string, part: string): string {
  if (text.length + part.length > maxTextLength)
    throw new UnreadableFileError(
      `A cell of the workbook has more than ${maxTextLength.toLocaleString("en-IN")} characters, which Excel does not allow. Shorten its text, and import the file again.`,
    );
  return text + part;
}

/** The value of an attribute by its name without a prefix. */
export function attributeOf(attributes: Record<string, string>, name: string): string | undefined {
  return attributes[name] ?? Object.entries(attributes).find(([known]) => known.endsWith(`:${name}`))?.[1];
}

function localName(name: string): string {
  return name.slice(name.indexOf(":") + 1).toLowerCase();
}

/** The error for a part that is not what a workbook contains. */
export function damaged(): UnreadableFileError {
  return new UnreadableFileError(
    "The workbook is damaged, or was not made by a spreadsheet program. Open it in one, save it again, and import that file.",
  );
}
