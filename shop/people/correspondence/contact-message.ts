import { z } from "zod";

import { cleanText } from "#shop/kernel/text/clean-text.ts";
import { emailField } from "#shop/kernel/forms/email-field.ts";
import { readFields, type FieldErrors, type ReadForm } from "#shop/kernel/forms/read-fields.ts";
import { textField } from "#shop/kernel/forms/text-field.ts";

/** The maximum length of a message, in characters. */
const maxMessageLength = 5000;

/** One line of text; line breaks and hidden characters become spaces. */
const line = (missing: string, max: number, tooLong: string) =>
  textField(max, { missing, tooLong }).transform(cleanText).pipe(z.string().min(1, missing).max(max, tooLong));

const tooLongMessage = `Keep the message under ${maxMessageLength.toLocaleString("en-IN")} characters.`;
/** Several lines of text; hidden characters other than line breaks are removed. */
const lines = textField(maxMessageLength, { missing: "Write your message.", tooLong: tooLongMessage })
  .transform((given) =>
    given
      .replace(/\r\n?/g, "\n")
      .replace(/[^\P{Cc}\n\t]|[\u202a-\u202e\u2066-\u2069]/gu, "")
      .trim(),
  )
  .pipe(z.string().min(1, "Write your message.").max(maxMessageLength, tooLongMessage));

const contactMessage = z.object({
  name: line("Enter your name.", 120, "Keep your name under 120 characters."),
  email: emailField("Check your e-mail address. We’ll answer there."),
  subject: line("Say in a few words what it is about.", 150, "Keep the subject under 150 characters."),
  message: lines,
});

/** A message of a reader to the shop. */
export type ContactMessage = z.infer<typeof contactMessage>;
export type ContactField = keyof ContactMessage;
export type ContactErrors = FieldErrors<ContactField>;

/** Reads the contact form; each wrong field gets an error text of its own. */
export function parseContactMessage(form: FormData): ReadForm<ContactMessage> {
  return readFields(contactMessage, form);
}
