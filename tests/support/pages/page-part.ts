/** Parses a rendered page into a tree, so that a request test can find a part by its accessible name, as readers do. */
import { SaxesParser } from "saxes";

/** The name of a part: the whole name, or a pattern. */
export type PartName = string | RegExp;

const landmarks = new Set([
  "section",
  "nav",
  "aside",
  "form",
  "ul",
  "ol",
  "fieldset",
  "dialog",
  "article",
  "div",
  "table",
]);

/** An element of a page. */
export class PagePart {
  readonly tag: string;
  readonly attributes: Record<string, string>;
  readonly parent: PagePart | null;
  readonly children: (PagePart | string)[] = [];
  /** The elements of the whole page by id; filled in the root only. */
  private readonly ids = new Map<string, PagePart[]>();

  constructor(tag: string, attributes: Record<string, string>, parent: PagePart | null) {
    this.tag = tag;
    this.attributes = attributes;
    this.parent = parent;
    parent?.children.push(this);
    const { ids } = this.root;
    if (attributes.id !== undefined) ids.set(attributes.id, [...(ids.get(attributes.id) ?? []), this]);
  }

  /** The text of the element, with whitespace collapsed. */
  get text(): string {
    return this.rawText.replaceAll(/\s+/g, " ").trim();
  }

  /** The text of the element as written, which matters in a `textarea`. */
  get rawText(): string {
    return this.children.map((child) => (typeof child === "string" ? child : child.rawText)).join("");
  }

  /** All descendants with one of these tags, in order; without tags, all. */
  all(...tags: string[]): PagePart[] {
    const found: PagePart[] = [];
    this.collect(new Set(tags), found);
    return found;
  }

  /** The first descendant with this tag. */
  first(tag: string): PagePart {
    return one(this.all(tag), `<${tag}>`);
  }

  /** The first part inside with this accessible name: a section, list, navigation or form. */
  part(name: PartName): PagePart {
    return one(this.parts(name), `part called ${String(name)}`);
  }

  /** All parts inside with this accessible name. */
  parts(name: PartName): PagePart[] {
    return this.all().filter((element) => landmarks.has(element.tag) && matches(element.label, name));
  }

  /** The first link inside with this name. */
  link(name: PartName): PagePart {
    return one(this.links(name), `link called ${String(name)}`);
  }

  /** All links inside, or all with this name. */
  links(name: PartName = /^/): PagePart[] {
    return this.all("a").filter((link) => matches(link.label || link.text, name));
  }

  /** All buttons inside with this name. */
  buttons(name: PartName): PagePart[] {
    return this.all("button").filter((button) => matches(button.label || button.text, name));
  }

  /** The texts of the headings inside, of one level or of all. */
  headings(level?: number): string[] {
    const tags = level === undefined ? ["h1", "h2", "h3", "h4", "h5", "h6"] : [`h${level}`];
    return this.all(...tags).map(({ text }) => text);
  }

  get href(): string {
    return this.attributes.href ?? "";
  }

  /** The accessible name from attributes, a legend or labels; otherwise empty. */
  get label(): string {
    const { "aria-label": own, "aria-labelledby": others, id } = this.attributes;
    if (own !== undefined) return own;
    if (others !== undefined)
      return others
        .split(" ")
        .map((other) => this.byId(other).text)
        .join(" ");
    if (this.tag === "fieldset") return this.all("legend")[0]?.text ?? "";
    if (!["input", "select", "textarea"].includes(this.tag)) return "";
    const around = this.closest("label");
    if (around !== null || id === undefined) return around?.text ?? "";
    return this.root.all("label").find(({ attributes }) => attributes.for === id)?.text ?? "";
  }

  /** The element of the page with this id. */
  byId(id: string): PagePart {
    return one(this.root.ids.get(id) ?? [], `element with the id ${id}`);
  }

  /** The nearest ancestor with this tag. */
  closest(tag: string): PagePart | null {
    return this.parent === null || this.parent.tag === tag ? this.parent : this.parent.closest(tag);
  }

  private get root(): PagePart {
    return this.parent?.root ?? this;
  }

  private collect(tags: Set<string>, found: PagePart[]) {
    for (const child of this.children) {
      if (typeof child === "string") continue;
      if (tags.size === 0 || tags.has(child.tag)) found.push(child);
      child.collect(tags, found);
    }
  }
}

/** Parses the HTML of an answer. React's HTML is valid XML, except for the scripts. */
export async function readParts(answer: Response): Promise<PagePart> {
  const html = (await answer.text())
    .replace(/^<!DOCTYPE[^>]*>/i, "")
    .replaceAll(/(<(script|style)\b[^>]*>)[\s\S]*?(<\/\2>)/g, "$1$3");
  const root = new PagePart("", {}, null);
  let open = root;
  const parser = new SaxesParser();
  parser.on("error", (error) => {
    throw error;
  });
  parser.on("opentag", ({ name, attributes }) => {
    const values = Object.entries(attributes).map(([key, value]) => [key.toLowerCase(), value]);
    open = new PagePart(name.toLowerCase(), Object.fromEntries(values), open);
  });
  parser.on("text", (text) => void open.children.push(text));
  parser.on("closetag", () => void (open = open.parent!));
  parser.write(html).close();
  return root;
}

export function matches(text: string, name: PartName): boolean {
  return typeof name === "string" ? text === name : name.test(text);
}

function one<T>(found: T[], what: string): T {
  if (found[0] === undefined) throw new Error(`The page has no ${what}.`);
  return found[0];
}
