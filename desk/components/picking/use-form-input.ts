import { useEffect, useLayoutEffect, useRef } from "react";

/**
 * Keeps the state of a component in step with its fields, which the form sends and the desk stores and fills in again:
 * calls `read` when an input of the form changes, and tells the form when `state` changed. Put the returned ref on a
 * fieldset in the form.
 */
export function useFormInput(state: string, read: (form: HTMLFormElement) => void) {
  const fieldset = useRef<HTMLFieldSetElement>(null);
  const latest = useRef(read);
  const told = useRef(state);
  // Before the effect that fills in stored input, which must be noticed.
  useLayoutEffect(() => {
    latest.current = read;
  });
  useLayoutEffect(() => {
    const form = fieldset.current?.form;
    if (!form) return;
    const input = () => latest.current(form);
    form.addEventListener("input", input);
    return () => form.removeEventListener("input", input);
  }, []);
  useEffect(() => {
    if (told.current === state) return;
    told.current = state;
    fieldset.current?.querySelector("input[name]")?.dispatchEvent(new Event("input", { bubbles: true }));
  }, [state]);
  return fieldset;
}

/** The value of a text field of a form; empty if there is none. */
export function readField(form: HTMLFormElement, name: string): string {
  const field = form.elements.namedItem(name);
  return field instanceof HTMLInputElement ? field.value.trim() : "";
}
