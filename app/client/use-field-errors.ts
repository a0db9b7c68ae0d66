import { useEffect, useRef, useState, type FormEvent } from "react";

type Errors = Partial<Record<string, string>>;
type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/**
 * Hides an error of a form as soon as the browser finds the field valid by `required`, `type` and `pattern`; while it
 * finds what was typed wrong, the error says so in the words of the field's `data-wrong`. An error that the browser
 * cannot judge stays until the server has checked the form again. `onInput` belongs on the form, or on an element around
 * its fields.
 */
export function useFieldErrors<ServerErrors extends Errors>(serverErrors: ServerErrors) {
  // By field: the error after what was typed; empty when the field is valid.
  const [typed, setTyped] = useState<{ of: ServerErrors; errors: Errors }>({ of: serverErrors, errors: {} });
  const later = typed.of === serverErrors ? typed.errors : {};
  const errors = Object.fromEntries(
    Object.entries(serverErrors)
      .map(([name, error]) => [name, later[name] ?? error])
      .filter(([, error]) => error),
  ) as ServerErrors;

  const onlyServerJudges = useRef<string[]>([]);
  useEffect(() => {
    const wrong = [...document.querySelectorAll<Control>("[name][aria-invalid]")];
    onlyServerJudges.current = wrong.filter(isValid).map(({ name }) => name);
  }, [serverErrors]);

  function onInput({ target }: FormEvent) {
    if (Object.keys(errors).length === 0) return;
    if (!isControl(target)) return;
    const { form } = target;
    // Input in one field may change a select, so this waits until React has updated the page.
    setTimeout(() => {
      const changes = [...(form?.elements ?? [])]
        .filter(isControl)
        .filter((control) => control === target || control instanceof HTMLSelectElement)
        .filter(({ name }) => !onlyServerJudges.current.includes(name))
        .map((control) => [control.name, errorNow(control, serverErrors[control.name])])
        .filter(([, error]) => error !== undefined);
      setTyped((last) => {
        const before = last.of === serverErrors ? last.errors : {};
        // An error that is gone stays away until the form is sent again.
        const gone = Object.entries(before).filter(([, error]) => error === "");
        return { of: serverErrors, errors: { ...before, ...Object.fromEntries([...changes, ...gone]) } };
      });
    });
  }

  return { errors, onInput };
}

function isControl(field: EventTarget): field is Control {
  return (
    field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement || field instanceof HTMLSelectElement
  );
}

/** The error of a field by the browser's judgement: empty when there is none, undefined when the last one still fits. */
function errorNow(control: Control, serverError: string | undefined): string | undefined {
  if (isValid(control)) return "";
  const { wrong } = control.dataset;
  if (control.value.trim() !== "") return wrong;
  // In an empty field nothing is left that could be wrong.
  return serverError === wrong ? "" : serverError;
}

function isValid({ validity, required, value }: Control): boolean {
  return validity.valid && !(required && value.trim() === "");
}
