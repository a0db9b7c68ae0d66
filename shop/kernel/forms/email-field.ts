import { z } from "zod";

import { lineField } from "./line-field.ts";

/** An e-mail address in a form; `invalid` is the error message for a malformed one. */
export function emailField(invalid?: string) {
  return lineField("your e-mail address", 254).pipe(z.email(invalid));
}
