import { z } from "zod";

/**
 * A raw text field of a form, whose length is checked before any pattern, cleaning or normalization runs. `max` is the
 * allowed length of the cleaned text in characters; the raw text may be about twice as long, because cleaning removes
 * line breaks, spaces and invisible characters.
 */
export function textField(max: number, { missing, tooLong }: { missing?: string; tooLong?: string } = {}) {
  return z.string({ error: missing }).max(2 * max + 100, { error: tooLong, abort: true });
}
