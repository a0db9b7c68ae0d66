import { Form } from "react-router";
import { useFieldErrors } from "#app/client/use-field-errors.ts";

import { FormErrors, HoneypotField, useLastAnswer, type FormProblem } from "./message-form.tsx";
import { href } from "#routing/href.ts";
import type { BookRequestErrors, BookRequestField } from "#shop/people/correspondence/book-request.ts";
import { Button } from "#ui/button.tsx";
import { TextField } from "#ui/field.tsx";
import { EmailField } from "./email-field.tsx";

/** Response to a rejected request: the reason, and the submitted values. */
export interface BookRequestAnswer {
  values: Record<BookRequestField, string>;
  problem: FormProblem;
  errors?: BookRequestErrors;
}

const noErrors: BookRequestErrors = {};

const labels: Record<BookRequestField, string> = { title: "Title", author: "Author", isbn: "ISBN", email: "E-mail" };

interface BookRequestFormProps {
  answer?: BookRequestAnswer | undefined;
  /** Search that found nothing: prefills the title, or the ISBN if it looks like one. */
  searched?: string;
}

/**
 * Form by which a reader requests a book that the shop does not have. Like the contact form it is submitted by the
 * browser itself.
 */
export default function BookRequestForm({ answer, searched = "" }: BookRequestFormProps) {
  const { values, errors: told = noErrors, problem } = useLastAnswer(answer) ?? {};
  const { errors, onInput } = useFieldErrors(told);
  const typed = values ?? fieldsFrom(searched);
  const field = (name: BookRequestField) => ({
    id: name,
    name,
    label: labels[name],
    defaultValue: typed[name],
    error: errors[name],
  });
  return (
    <Form method="post" action={href("/ask-for-a-book")} reloadDocument noValidate onInput={onInput} key={searched}>
      {problem && <FormErrors problem={problem} errors={errors} labels={labels} />}
      <div className="grid gap-5 sm:grid-cols-2">
        <div className="sm:col-span-2">
          <TextField
            {...field("title")}
            hint="As much as you know. Leave it empty if you have the ISBN."
            maxLength={200}
          />
        </div>
        <TextField {...field("author")} isOptional maxLength={120} />
        <TextField {...field("isbn")} isOptional autoComplete="off" maxLength={40} />
        <div className="sm:col-span-2">
          <EmailField {...field("email")} required hint="We’ll answer here." />
        </div>
        <HoneypotField isShown={problem === "robot"} />
      </div>
      <Button size="large" className="mt-6 max-sm:w-full">
        Ask for this book
      </Button>
      <p className="mt-3 text-small text-quiet">
        This is not an order. We use your address to answer, and for nothing else. How long it is kept is in the{" "}
        <a href={href("/privacy-policy")} className="link">
          privacy policy
        </a>
        .
      </p>
    </Form>
  );
}

/** Eight digits or more, with optional separators and the prefix `ISBN`. */
const looksLikeIsbn = /^(?=(?:\D*\d){8})(?:isbn[\s:-]*)?[\dx\s\p{Pd}]{8,40}$/iu;

function fieldsFrom(searched: string): Partial<Record<BookRequestField, string>> {
  return looksLikeIsbn.test(searched) ? { isbn: searched } : { title: searched };
}
