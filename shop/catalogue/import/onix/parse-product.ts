/** Parses the XML of a single ONIX product into a tree, with limits and repairs of common mistakes. */
import { SaxesParser } from "saxes";

import { fromCodePoint, fromWindows1252, namedEntities } from "#shop/catalogue/fields/check/named-entities.ts";
import { escapeXml } from "#shop/kernel/text/escape-xml.ts";
import type { OnixElement } from "./element.ts";
import { knownTags, type KnownTag } from "./tag-names.ts";

const maxDepth = 60;
const maxElements = 20_000;
/** Maximum characters of one text; descriptions have some thousands. */
const maxTextLength = 1_000_000;

/** A product as a tree, or the reason why it cannot be read. */
export type ParsedProduct = { product: OnixElement; mended: string[] } | { reason: string };

/**
 * Parses the text of one product that begins on `line`. Keeps only elements that the shop reads. Repairs unambiguous
 * errors of XML, such as a bare `&`.
 */
export function parseProduct(text: string, line: number): ParsedProduct {
  const mended: string[] = [];
  let xml = text.replace(controlCharacters, "");
  if (xml.length < text.length) mended.push("Control characters were removed.");
  let parsed = parse(xml, line);
  if (parsed.fault?.isXml) {
    xml = mendXml(xml);
    parsed = parse(xml, line);
    mended.push(
      "Characters with a special meaning in XML, such as & or <, and unknown entities were read as plain text.",
    );
  }
  if (parsed.fault) return { reason: parsed.fault.reason };
  return parsed.product ? { product: parsed.product, mended } : { reason: "It is empty." };
}

// oxlint-disable-next-line no-control-regex
const controlCharacters = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

/** Escapes characters that are not markup, outside CDATA sections, comments and processing instructions. */
function mendXml(xml: string): string {
  return xml
    .split(/(<!\[CDATA\[[^]*?\]\]>|<!--[^]*?-->|<\?[^]*?\?>)/)
    .map((part, index) =>
      index % 2 === 1
        ? part
        : part
            .replace(/&(?:#(\d{1,7});|#x([\da-fA-F]{1,6});|(\w{1,20});)?/g, (written, decimal, hex, name) => {
              if (name) return name in namedEntities ? written : `&amp;${name};`;
              if (written === "&") return "&amp;";
              return fromCodePoint(decimal ? Number(decimal) : Number.parseInt(hex, 16)) === undefined ? "" : written;
            })
            .replace(/<(?![\w/!?])/g, "&lt;"),
    )
    .join("");
}

interface Result {
  product: OnixElement | undefined;
  fault: { reason: string; isXml: boolean } | undefined;
}

/** An open element of the product. */
type Open = { element: OnixElement; kind: KnownTag["kind"]; isHtml: boolean };

/** Thrown at the first fault, to stop parsing a broken product. */
const stop = new Error("The product has a fault.");

/** One parser for all valid products, because creating a parser takes longer than reading a product. */
let parser = makeParser();
let result: Result = { product: undefined, fault: undefined };
let open: Open[] = [];
/** Number of open tags within a skipped element or within markup. */
let inner = 0;
let elements = 0;
let firstLine = 1;

function parse(xml: string, line: number): Result {
  result = { product: undefined, fault: undefined };
  open = [];
  inner = 0;
  elements = 0;
  firstLine = line;
  parser.ENTITIES = namedEntities;
  try {
    parser.write(xml).close();
  } catch (error) {
    if (error !== stop) throw error;
    parser = makeParser();
  }
  return result;
}

function fail(reason: string, isXml = false): never {
  result.fault = { reason, isXml };
  throw stop;
}

function makeParser() {
  const made = new SaxesParser<{ xmlns: false; position: boolean }>({ xmlns: false, position: false });
  made.on("error", ({ message }) => {
    fail(`It is not well-formed XML (line ${firstLine + made.line - 1}: ${message.replace(/\.$/, "")}).`, true);
  });
  made.on("opentag", openTag);
  made.on("closetag", closeTag);
  made.on("text", appendText);
  made.on("cdata", appendText);
  return made;
}

function openTag({ name, attributes }: { name: string; attributes: Record<string, string> }) {
  if (++elements > maxElements) fail(`It has more than ${maxElements} elements.`);
  if (open.length + inner >= maxDepth) fail(`Its elements are nested more than ${maxDepth} deep.`);
  const parent = open.at(-1);
  const tag = inner > 0 ? undefined : (knownTags.get(name) ?? knownTags.get(localName(name)));
  if (parent && (inner > 0 || parent.kind !== "composite" || !tag)) {
    inner++;
    if (parent.kind === "markup") appendHtml(parent, `<${localName(name)}>`);
    return;
  }
  const element = { name: tag?.name ?? name, children: [], text: "", attributes };
  parent?.element.children.push(element);
  result.product ??= element;
  open.push({ element, kind: tag?.kind ?? "composite", isHtml: false });
}

function closeTag({ name }: { name: string }) {
  if (inner === 0) {
    open.pop();
    return;
  }
  inner--;
  const parent = open.at(-1)!;
  if (parent.kind === "markup") appendHtml(parent, `</${localName(name)}>`);
}

function appendText(text: string) {
  const parent = open.at(-1);
  if (!parent || (parent.kind === "composite" && (inner > 0 || !/\S/.test(text)))) return;
  if (parent.element.text.length + text.length > maxTextLength)
    fail(`The text of <${parent.element.name}> is longer than ${maxTextLength} characters.`);
  // Old programs write Windows-1252 codes as character references.
  const seen = text.replace(/[\u0080-\u009f]/g, (character) => fromWindows1252(character.charCodeAt(0)));
  parent.element.text += parent.isHtml ? escapeXml(seen) : seen;
}

function appendHtml(parent: Open, tag: string) {
  if (!parent.isHtml) parent.element.text = escapeXml(parent.element.text);
  parent.isHtml = true;
  parent.element.text += tag;
}

function localName(name: string): string {
  return name.slice(name.indexOf(":") + 1);
}
