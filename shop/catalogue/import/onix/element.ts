/** An element of an ONIX product by its reference name, with only those children that the shop reads. */
export interface OnixElement {
  name: string;
  children: OnixElement[];
  /** Text content; HTML if the element may contain markup and does. */
  text: string;
  attributes: Record<string, string>;
}

/** The first child with one of these names, which are tried in order. */
export function child(element: OnixElement | undefined, ...names: string[]): OnixElement | undefined {
  for (const name of names) {
    const found = element?.children.find((one) => one.name === name);
    if (found) return found;
  }
  return undefined;
}

export function all(element: OnixElement | undefined, name: string): OnixElement[] {
  return element?.children.filter((one) => one.name === name) ?? [];
}

/** The text of the first non-empty child with one of these names, which are tried in order. */
export function textOf(element: OnixElement | undefined, ...names: string[]): string | undefined {
  for (const name of names) {
    const text = element?.children.find((one) => one.name === name && one.text.trim() !== "")?.text.trim();
    if (text) return text;
  }
  return undefined;
}

/** The first of the elements whose child `code` has one of `values`; earlier values are preferred. */
export function withCode(elements: OnixElement[], code: string, values: string[]): OnixElement | undefined {
  for (const value of values) {
    const found = elements.find((element) => textOf(element, code) === value);
    if (found) return found;
  }
  return undefined;
}
