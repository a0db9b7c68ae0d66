import type { z } from "zod";

/** What is wrong with a form: a sentence for each field. */
export type FieldErrors<Field extends PropertyKey = string> = Partial<Record<Field, string>>;

export type ReadForm<Fields> = { ok: true; fields: Fields } | { ok: false; errors: FieldErrors<keyof Fields> };

/** The texts of a form by the names of their fields; a file in place of a text is left out. */
export function readTexts(form: FormData): Record<string, string> {
  return Object.fromEntries([...form].filter((entry): entry is [string, string] => typeof entry[1] === "string"));
}

/** Reads a form's texts by their rules; of what is wrong with a field its first sentence is said. */
export function readFields<Fields>(shape: z.ZodType<Fields>, form: FormData): ReadForm<Fields> {
  const parsed = shape.safeParse(readTexts(form));
  if (parsed.success) return { ok: true, fields: parsed.data };
  const errors: FieldErrors<keyof Fields> = {};
  for (const issue of parsed.error.issues) errors[issue.path[0] as keyof Fields] ??= issue.message;
  return { ok: false, errors };
}
