import { type RefObject, useEffect, useRef } from "react";

import { isTypingElsewhere } from "./is-typing-elsewhere.ts";

/**
 * Moves the focus to the first invalid field when a form's response contains errors, unless the reader is in a field of
 * another form by then.
 */
export function useFirstError(errors: object | null | undefined): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (errors && form.current && !isTypingElsewhere(form.current))
      form.current.querySelector<HTMLElement>("[aria-invalid]")?.focus();
  }, [errors]);
  return form;
}
