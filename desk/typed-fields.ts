import type { StoredForm } from "./stored-forms.ts";

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** Input types that are not typed into, or whose value must not be stored. */
const untyped = new Set("hidden file password checkbox radio submit button image reset range color".split(" "));
/**
 * Names of hidden fields that get a new value each time the page is loaded: idempotency keys, versions, and the values
 * with which a form was loaded.
 */
const ofPage = /^(?:once|key|seen|version|was.*)$/;

/** Whether a hidden field has a new value each time the page is loaded. */
export const isOfPage = (name: string) => ofPage.test(name);

/** Whether a form's input is stored: forms that post and have a text field. */
export function isKept(form: HTMLFormElement | null): form is HTMLFormElement {
  if (!form || form.method !== "post" || !form.closest("main")) return false;
  return fieldsOf(form).some((field) => field.localName !== "select" && !untyped.has(field.type));
}

/** Identifies a form by its page, its hidden fields and the intents of its buttons. */
export function nameOf(form: HTMLFormElement): string {
  const marks = [...form.elements].flatMap((element) => {
    const { name, value, type } = element as HTMLInputElement | HTMLButtonElement;
    const isMark = (type === "hidden" && !ofPage.test(name)) || (type === "submit" && name === "intent");
    return isMark ? [`${name}=${value}`] : [];
  });
  return [location.pathname + location.search, ...marks].join(" ");
}

/** The current entries of a form, without files and passwords. */
export function readFields(form: HTMLFormElement): StoredForm["fields"] {
  const secret = new Set(fieldsOf(form).flatMap(({ name, type }) => (type === "password" ? [name] : [])));
  return [...new FormData(form)].flatMap(([name, value]): StoredForm["fields"] =>
    typeof value === "string" && !secret.has(name) ? [[name, value]] : [],
  );
}

/** The hidden fields among the stored ones whose values come from the page as it was during typing. */
export function fieldsOfPage(fields: StoredForm["fields"]): StoredForm["fields"] {
  return fields.filter(([name]) => ofPage.test(name));
}

/** Fills a form with stored values; returns whether a value changed. */
export function fillIn(form: HTMLFormElement, fields: StoredForm["fields"]): boolean {
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
  // Previews listen for this event.
  changed?.dispatchEvent(new Event("input", { bubbles: true }));
  return changed !== null;
}

function fieldsOf(form: HTMLFormElement): Field[] {
  return [...form.elements].filter(isField).filter(({ name }) => name !== "");
}

function isField(element: Element): element is Field {
  return ["input", "textarea", "select"].includes(element.localName);
}
