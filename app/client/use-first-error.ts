import { type RefObject, useEffect, useRef } from "react";

/** For a form: when an answer brings errors, the first field that is wrong gets the focus. */
export function useFirstError(errors: object | null | undefined): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (errors) form.current?.querySelector<HTMLElement>("[aria-invalid]")?.focus();
  }, [errors]);
  return form;
}
