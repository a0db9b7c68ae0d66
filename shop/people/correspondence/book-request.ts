/** The form in which readers request a book that the shop does not have. */
import { z } from "zod";

import { emailField } from "#shop/kernel/forms/email-field.ts";
import { describeTooLong, singleLine, typedField } from "#shop/kernel/forms/line-field.ts";
import { readFields, type FieldErrors, type ReadForm } from "#shop/kernel/forms/read-fields.ts";
import { textField } from "#shop/kernel/forms/text-field.ts";
import { readIsbn } from "#shop/catalogue/fields/check/isbn.ts";
import { cleanText } from "#shop/kernel/text/clean-text.ts";

/** An optional line; line breaks and hidden characters become spaces. */
function optionalLine(label: string, max: number) {
  const tooLong = describeTooLong(label, max);
  return textField(max, { tooLong }).default("").transform(cleanText).pipe(singleLine(label, max));
}

const maxIsbnLength = 40;
const isbnTooLong = describeTooLong("the ISBN", maxIsbnLength);

/** An optional ISBN of 13 or 10 digits; the error describes what is wrong, such as the check digit. */
const isbnField = typedField("", maxIsbnLength, isbnTooLong)
  .default("")
  .transform((typed, context) => {
    if (typed === "") return null;
    const reading = readIsbn(typed);
    if ("value" in reading) return reading.value;
    const fault = "barcode" in reading ? `${typed} is not the number of a book` : reading.fault;
    context.addIssue(`${fault}. Please check it, or leave it empty and give us the title.`);
    return z.NEVER;
  });

const bookRequest = z
  .object({
    title: optionalLine("the title", 200),
    author: optionalLine("the author", 120),
    isbn: isbnField,
    email: emailField("Check your e-mail address. We’ll answer there."),
  })
  .refine(({ title, isbn }) => title !== "" || isbn !== null, {
    path: ["title"],
    error: "Enter the title of the book, or its ISBN.",
    // Reported together with an invalid e-mail address, but not if the title or the ISBN has its own error.
    when: ({ issues }) => !issues.some(({ path }) => path?.[0] === "title" || path?.[0] === "isbn"),
  });

/** A book that a reader requests: `title` and `author` may be empty, `isbn` is 13 digits or null. */
export type BookRequest = z.infer<typeof bookRequest>;
export type BookRequestField = keyof BookRequest;
export type BookRequestErrors = FieldErrors<BookRequestField>;

/** Parses the form of a book request, with an error for every invalid field. */
export function parseBookRequest(form: FormData): ReadForm<BookRequest> {
  return readFields(bookRequest, form);
}
