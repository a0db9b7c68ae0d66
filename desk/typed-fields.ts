import type { KeptForm } from "./kept-forms.ts";

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** Types of inputs in which nobody types, or whose text is nobody's to keep. */
const untyped = new Set("hidden file password checkbox radio submit button image reset range color".split(" "));
/** Hidden fields that are new whenever a page is opened: keys that are used once, and what a form was filled from. */
const ofPage = /^(?:once|key|seen|version|was.*)$/;

/** Whether a field of this name is new whenever its page is opened. */
export const isOfPage = (name: string) => ofPage.test(name);

/** Whether what is typed into a form of the desk is kept: those that change something and hold text. */
export function isKept(form: HTMLFormElement | null): form is HTMLFormElement {
  if (!form || form.method !== "post" || !form.closest("main")) return false;
  return fieldsOf(form).some((field) => field.localName !== "select" && !untyped.has(field.type));
}

/** What tells a form from all others: its page, what its hidden fields name, and what its buttons do. */
export function nameOf(form: HTMLFormElement): string {
  const marks = [...form.elements].flatMap((element) => {
    const { name, value, type } = element as HTMLInputElement | HTMLButtonElement;
    const isMark = (type === "hidden" && !ofPage.test(name)) || (type === "submit" && name === "intent");
    return isMark ? [`${name}=${value}`] : [];
  });
  return [location.pathname + location.search, ...marks].join(" ");
}

/** What a form holds by now, without files and passwords. */
export function readFields(form: HTMLFormElement): KeptForm["fields"] {
  const secret = new Set(fieldsOf(form).flatMap(({ name, type }) => (type === "password" ? [name] : [])));
  return [...new FormData(form)].flatMap(([name, value]): KeptForm["fields"] =>
    typeof value === "string" && !secret.has(name) ? [[name, value]] : [],
  );
}

/** Of kept fields those that belong to the page as it was when somebody typed. */
export function fieldsOfPage(fields: KeptForm["fields"]): KeptForm["fields"] {
  return fields.filter(([name]) => ofPage.test(name));
}

/** Writes kept fields into their form; whether one of them was another. */
export function fillIn(form: HTMLFormElement, fields: KeptForm["fields"]): boolean {
  const left = Map.groupBy(fields, ([name]) => name);
  let changed: Field | null = null;
  for (const field of fieldsOf(form)) {
    const values = left.get(field.name) ?? [];
    if (field instanceof HTMLInputElement && (field.type === "checkbox" || field.type === "radio")) {
      const isChecked = values.some(([, value]) => value === field.value);
      if (field.checked === isChecked) continue;
      field.checked = isChecked;
      changed = field;
    } else if (!untyped.has(field.type)) {
      const value = values.shift()?.[1];
      if (value === undefined || field.value === value.replaceAll("\r\n", "\n")) continue;
      field.value = value;
      changed = field;
    }
  }
  // Previews follow it.
  changed?.dispatchEvent(new Event("input", { bubbles: true }));
  return changed !== null;
}

function fieldsOf(form: HTMLFormElement): Field[] {
  return ([...form.elements] as Field[]).filter(
    ({ localName, name }) => name !== "" && ["input", "textarea", "select"].includes(localName),
  );
}
