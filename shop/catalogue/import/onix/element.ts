/** An element of a product under its reference name, with those of its children that the shop reads. */
export interface OnixElement {
  name: string;
  children: OnixElement[];
  /** The text in it; HTML where there was markup in an element that may have it. */
  text: string;
  attributes: Record<string, string>;
}

/** The first child of one of these names; the names are tried in their order. */
export function child(element: OnixElement | undefined, ...names: string[]): OnixElement | undefined {
  for (const name of names) {
    const found = element?.children.find((one) => one.name === name);
    if (found) return found;
  }
  return undefined;
}

/** All children of this name. */
export function all(element: OnixElement | undefined, name: string): OnixElement[] {
  return element?.children.filter((one) => one.name === name) ?? [];
}

/** The text of the first child of one of these names that has any. */
export function textOf(element: OnixElement | undefined, ...names: string[]): string | undefined {
  for (const name of names) {
    const text = element?.children.find((one) => one.name === name && one.text.trim() !== "")?.text.trim();
    if (text) return text;
  }
  return undefined;
}

/** The child of this name whose code is one of these; earlier codes are preferred. */
export function withCode(elements: OnixElement[], code: string, values: string[]): OnixElement | undefined {
  for (const value of values) {
    const found = elements.find((element) => textOf(element, code) === value);
    if (found) return found;
  }
  return undefined;
}
