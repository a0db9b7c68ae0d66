import type { z } from "zod";

/** The error message of each invalid field. */
export type FieldErrors<Field extends PropertyKey = string> = Partial<Record<Field, string>>;

export type ReadForm<Fields> = { ok: true; fields: Fields } | { ok: false; errors: FieldErrors<keyof Fields> };

/** The texts of a form by field name, without uploaded files. */
export function readTexts(form: FormData): Record<string, string> {
  return Object.fromEntries([...form].filter((entry): entry is [string, string] => typeof entry[1] === "string"));
}

/** Parses the texts of a form with a schema; each invalid field has its first error message. */
export function readFields<Fields>(shape: z.ZodType<Fields>, form: FormData): ReadForm<Fields> {
  const parsed = shape.safeParse(readTexts(form));
  if (parsed.success) return { ok: true, fields: parsed.data };
  const errors: FieldErrors<keyof Fields> = {};
  for (const issue of parsed.error.issues) errors[issue.path[0] as keyof Fields] ??= issue.message;
  return { ok: false, errors };
}
