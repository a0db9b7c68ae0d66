import { useEffectEvent, useLayoutEffect } from "react";

/**
 * Calls `changed` with the name of the field after each input in the form with this id. Listens on the document, because
 * a page that loads other values replaces its form.
 */
export function useFormInput(formId: string, changed: (field: string) => void): void {
  const onChanged = useEffectEvent(changed);
  // Before the effect that fills in stored input, which must be noticed.
  useLayoutEffect(() => {
    const note = ({ target }: Event) => {
      const isField =
        target instanceof HTMLInputElement ||
        target instanceof HTMLSelectElement ||
        target instanceof HTMLTextAreaElement;
      if (isField && target.form?.id === formId && target.name !== "") onChanged(target.name);
    };
    document.addEventListener("input", note);
    return () => document.removeEventListener("input", note);
  }, [formId]);
}
