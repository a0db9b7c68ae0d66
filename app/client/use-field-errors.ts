import { useEffect, useRef, useState, type FormEvent } from "react";

type Errors = Partial<Record<string, string>>;
type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/**
 * Hides an error of a form as soon as the browser finds the field valid by `required`, `type` and `pattern`. An error
 * that the browser cannot judge stays until the server has checked the form again. `onInput` belongs on the form, or on
 * an element around its fields.
 */
export function useFieldErrors<ServerErrors extends Errors>(serverErrors: ServerErrors) {
  const [corrected, setCorrected] = useState<{ of: ServerErrors; names: string[] }>({ of: serverErrors, names: [] });
  const names = corrected.of === serverErrors ? corrected.names : [];
  const errors = Object.fromEntries(
    Object.entries(serverErrors).filter(([name]) => !names.includes(name)),
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
      const valid = [...(form?.elements ?? [])]
        .filter(isControl)
        .filter((control) => control === target || control instanceof HTMLSelectElement)
        .filter((control) => isValid(control) && !onlyServerJudges.current.includes(control.name))
        .map(({ name }) => name);
      setCorrected((last) => ({
        of: serverErrors,
        names: [...(last.of === serverErrors ? last.names : []), ...valid],
      }));
    });
  }

  return { errors, onInput };
}

function isControl(field: EventTarget): field is Control {
  return (
    field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement || field instanceof HTMLSelectElement
  );
}

function isValid({ validity, required, value }: Control): boolean {
  return validity.valid && !(required && value.trim() === "");
}
