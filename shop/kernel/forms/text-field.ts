import { z } from "zod";

/**
 * A text field of a form as it was typed, before it is cleaned: refused by its length before any pattern, cleaning or
 * normalisation looks at it. `max` is the length in characters that the cleaned text may have; what is typed may be
 * about twice as long, because line breaks, spaces and unseen marks go.
 */
export function textField(max: number, { missing, tooLong }: { missing?: string; tooLong?: string } = {}) {
  return z.string({ error: missing }).max(2 * max + 100, { error: tooLong, abort: true });
}
