import { z } from "zod";

import { lineField } from "./line-field.ts";

/** An e-mail address as it comes with a form; `invalid` is said of what is none. */
export function emailField(invalid?: string) {
  return lineField("your e-mail address", 254).pipe(z.email(invalid));
}
