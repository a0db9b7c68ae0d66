import { useEffect, useRef, useState, type FormEvent } from "react";

type Errors = Partial<Record<string, string>>;
type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/**
 * Hides an error of a form as soon as the browser finds the field valid by `required`, `type` and `pattern`. An error
 * that the browser cannot judge stays until the server has checked the form again. `onInput` belongs on the form, or on
 * an element around its fields.
 */
export function useFieldErrors<Told extends Errors>(told: Told) {
  const [mended, setMended] = useState<{ of: Told; names: string[] }>({ of: told, names: [] });
  const names = mended.of === told ? mended.names : [];
  const errors = Object.fromEntries(Object.entries(told).filter(([name]) => !names.includes(name))) as Told;

  const beyondBrowser = useRef<string[]>([]);
  useEffect(() => {
    const wrong = [...document.querySelectorAll<Control>("[name][aria-invalid]")];
    beyondBrowser.current = wrong.filter(isRight).map(({ name }) => name);
  }, [told]);

  function onInput({ target }: FormEvent) {
    if (Object.keys(errors).length === 0) return;
    if (!isControl(target)) return;
    const { form } = target;
    // Input in one field may change a select: waits until React has updated it.
    setTimeout(() => {
      const right = [...(form?.elements ?? [])]
        .filter(isControl)
        .filter((control) => control === target || control instanceof HTMLSelectElement)
        .filter((control) => isRight(control) && !beyondBrowser.current.includes(control.name))
        .map(({ name }) => name);
      setMended((last) => ({ of: told, names: [...(last.of === told ? last.names : []), ...right] }));
    });
  }

  return { errors, onInput };
}

function isControl(field: EventTarget): field is Control {
  return (
    field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement || field instanceof HTMLSelectElement
  );
}

function isRight({ validity, required, value }: Control): boolean {
  return validity.valid && !(required && value.trim() === "");
}
