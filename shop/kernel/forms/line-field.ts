import { z } from "zod";

import { stripInvisibleCharacters } from "#shop/kernel/text/visible-text.ts";
import { textField } from "./text-field.ts";

/** The error message for a text with more than `max` characters. */
export function describeTooLong(label: string, max: number): string {
  return `Keep ${label} under ${max} characters.`;
}

/** The error message of the desk for a text with more than `max` characters. */
export function writeAtMost(max: number): string {
  return `Write at most ${max.toLocaleString("en-IN")} characters.`;
}

/**
 * A text field that removes invisible characters, because they are copied along with names and numbers and readers
 * cannot see them.
 */
export function typedField(missing: string, max: number, tooLong: string) {
  return textField(max, { missing, tooLong }).transform((given) => stripInvisibleCharacters(given).trim());
}

/** A text without line breaks, possibly empty. */
export function singleLine(label: string, max: number, tooLong = describeTooLong(label, max)) {
  return z
    .string()
    .max(max, { error: tooLong, abort: true })
    .regex(/^[^\p{Cc}\u2028\u2029]*$/u, `Leave out line breaks and hidden characters in ${label}.`);
}

/** One required line of text; `label` is its name in messages, such as `your name`. */
export function lineField(label: string, max: number) {
  return typedField(`Enter ${label}.`, max, describeTooLong(label, max)).pipe(
    singleLine(label, max).min(1, `Enter ${label}.`),
  );
}

/**
 * One required line of text at the desk; `label` is for example `the name`, and `missing` is the message if it is
 * empty.
 */
export function deskLineField(label: string, max: number, missing = `Write ${label}.`) {
  return typedField(missing, max, writeAtMost(max)).pipe(singleLine(label, max, writeAtMost(max)).min(1, missing));
}

/** One optional line of text at the desk. */
export function deskOptionalLine(label: string, max: number) {
  return typedField(`Write ${label}.`, max, writeAtMost(max)).pipe(singleLine(label, max, writeAtMost(max)));
}

/**
 * Several lines of text at the desk, without invisible characters; if `missing` is given, the text is required, and
 * `missing` is the message for an empty text.
 */
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
