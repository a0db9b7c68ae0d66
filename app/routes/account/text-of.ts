/** Returns a text field of a form; empty when it is missing or a file. */
export function textOf(form: FormData, name: string): string {
  const given = form.get(name);
  return typeof given === "string" ? given : "";
}
