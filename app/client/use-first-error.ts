import { type RefObject, useEffect, useRef } from "react";

/** Moves the focus to the first invalid field when a form's response contains errors. */
export function useFirstError(errors: object | null | undefined): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (errors) form.current?.querySelector<HTMLElement>("[aria-invalid]")?.focus();
  }, [errors]);
  return form;
}
