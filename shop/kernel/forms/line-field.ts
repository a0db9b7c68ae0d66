import { z } from "zod";

import { stripInvisibleCharacters } from "#shop/kernel/text/visible-text.ts";
import { textField } from "./text-field.ts";

/** What is said of a text with more characters than `max`. */
export function describeTooLong(label: string, max: number): string {
  return `Keep ${label} under ${max} characters.`;
}

/** What the desk says of one. */
export function writeAtMost(max: number): string {
  return `Write at most ${max.toLocaleString("en-IN")} characters.`;
}

/** Marks that are not seen come along when a name or number is copied; the reader could not find them to take them out. */
export function typedField(missing: string, max: number, tooLong: string) {
  return textField(max, { missing, tooLong }).transform((given) => stripInvisibleCharacters(given).trim());
}

/** A text without line breaks, which may be empty. */
export function singleLine(label: string, max: number, tooLong = describeTooLong(label, max)) {
  return z
    .string()
    .max(max, { error: tooLong, abort: true })
    .regex(/^[^\p{Cc}\u2028\u2029]*$/u, `Leave out line breaks and hidden characters in ${label}.`);
}

/** One line of text that must be filled in; `label` is such as `your name`. */
export function lineField(label: string, max: number) {
  return typedField(`Enter ${label}.`, max, describeTooLong(label, max)).pipe(
    singleLine(label, max).min(1, `Enter ${label}.`),
  );
}

/** The same at the desk, in its words; `label` is such as `the name`, and `missing` says what to do where it is empty. */
export function deskLineField(label: string, max: number, missing = `Write ${label}.`) {
  return typedField(missing, max, writeAtMost(max)).pipe(singleLine(label, max, writeAtMost(max)).min(1, missing));
}

/** One line at the desk that may be empty. */
export function deskOptionalLine(label: string, max: number) {
  return typedField(`Write ${label}.`, max, writeAtMost(max)).pipe(singleLine(label, max, writeAtMost(max)));
}

/** Several lines at the desk, without characters that nobody sees; where it must not be empty, `missing` says what to do. */
export function deskTextField(max: number, missing?: string) {
  const text = z
    .string({ error: missing })
    .max(2 * max + 100, { error: writeAtMost(max), abort: true })
    .transform((given) => stripInvisibleCharacters(given.replaceAll(controls, "")).trim());
  return text.pipe(
    z
      .string()
      .min(missing ? 1 : 0, missing)
      .max(max, writeAtMost(max)),
  );
}

/** Control characters that are neither line breaks nor tabs. */
const controls = /(?![\r\n\t])\p{Cc}/gu;
