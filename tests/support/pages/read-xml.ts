import { SaxesParser } from "saxes";

/** An element of an XML document. */
export interface XmlElement {
  /** The namespace in braces and the name: `{http://www.w3.org/2005/Atom}feed`. */
  name: string;
  attributes: Record<string, string>;
  children: XmlElement[];
  text: string;
}

/** Parses a document strictly by XML 1.0 with namespaces; throws at the first error. */
export function readXml(document: string): XmlElement {
  const top: XmlElement = { name: "", attributes: {}, children: [], text: "" };
  const open = [top];
  const parser = new SaxesParser({ xmlns: true });
  parser.on("error", (error) => {
    throw error;
  });
  parser.on("opentag", ({ uri, local, attributes }) => {
    const values = Object.entries(attributes).map(([name, { value }]) => [name, value]);
    const element = { name: `{${uri}}${local}`, attributes: Object.fromEntries(values), children: [], text: "" };
    open.at(-1)!.children.push(element);
    open.push(element);
  });
  parser.on("text", (text) => void (open.at(-1)!.text += text));
  parser.on("closetag", () => void open.pop());
  parser.write(document).close();
  return top.children[0]!;
}

/** The child elements with this name. */
export function childrenOf(element: XmlElement, name: string): XmlElement[] {
  return element.children.filter((child) => child.name === name);
}

/** The text of the only child element with this name; null if there is none, an error if there are several. */
export function textOf(element: XmlElement, name: string): string | null {
  const found = childrenOf(element, name);
  if (found.length > 1) throw new Error(`There are ${found.length} elements ${name} in ${element.name}.`);
  return found[0]?.text ?? null;
}
