/** Remembers the last submitted form, so that it can be submitted again after the person has used a passkey. */

import { isOfPage } from "./typed-fields.ts";

interface SentForm {
  form: HTMLFormElement;
  button: HTMLElement | null;
}

let last: SentForm | null = null;

/** Starts to remember submitted forms; returns the function that stops it. */
export function watchSentForms(): () => void {
  const submit = ({ target, submitter }: SubmitEvent) => {
    if (target instanceof HTMLFormElement) last = { form: target, button: submitter };
  };
  addEventListener("submit", submit, true);
  return () => removeEventListener("submit", submit, true);
}

/**
 * Submits the form of an action again, with its current input. The form is found by `values`, the values of the refused
 * submission. Returns false if the form is not found, or if its file must be chosen again.
 */
export function resubmit(action: string, values: Record<string, string>): boolean {
  const sent = last?.form.isConnected && isOf(last.form, last.button, action) ? last : findForm(action, values);
  if (!sent) return false;
  const files = [...sent.form.querySelectorAll<HTMLInputElement>("input[type=file]")];
  if (files.some((field) => field.files?.length === 0)) return false;
  sent.form.requestSubmit(sent.button);
  return true;
}

function isOf(form: HTMLFormElement, button: HTMLElement | null, action: string): boolean {
  return (
    intentOf(button) === action || form.querySelector(`input[name=intent][value="${CSS.escape(action)}"]`) !== null
  );
}

/** The only form of the page with this action and the same values in its hidden fields. */
function findForm(action: string, values: Record<string, string>): SentForm | null {
  const found = [...document.forms].flatMap((form): SentForm[] => {
    const found = [...form.elements].find((element) => intentOf(element) === action);
    const button = found instanceof HTMLElement ? found : null;
    if (!isOf(form, button, action)) return [];
    const hidden = [...form.querySelectorAll<HTMLInputElement>("input[type=hidden]")];
    const isSame = hidden.every(({ name, value }) => isOfPage(name) || values[name] === value);
    return isSame ? [{ form, button }] : [];
  });
  return found.length === 1 ? (found[0] ?? null) : null;
}

function intentOf(element: Element | null): string | null {
  const isIntent = element?.getAttribute("name") === "intent" && element.localName === "button";
  return isIntent ? element.getAttribute("value") : null;
}
