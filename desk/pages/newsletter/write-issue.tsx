import { BookSlots } from "#desk/components/picking/book-slots.tsx";
import { Form } from "#desk/components/forms/form.tsx";
import { deskHref } from "#desk/desk-routes.ts";
import type { KnownBooks, PickableBook } from "#desk/http/books/book-choice.ts";
import { Button } from "#ui/button.tsx";
import { FormattedTextArea, type LinkTarget } from "#desk/components/forms/formatted-text-area.tsx";
import { TextField } from "#ui/field.tsx";
import { issueFormId, letterFrame } from "./live-letter.tsx";

interface WriteIssueProps {
  /** Address for the test letter. */
  address: string;
  /** Values by field name. */
  values: Record<string, string>;
  /** The names of the fields for books. */
  bookFields: string[];
  books: KnownBooks;
  /** The chosen books with their covers, by the text that names each. */
  chosen: Record<string, PickableBook>;
  errors: Record<string, string>;
  /** Pages that a link is likely to lead to, and the origin of the shop. */
  targets: LinkTarget[];
  shopUrl: string;
}

/**
 * Form for a newsletter issue, which is sent to its author as a test before it can be sent to all. `LiveLetter` shows the
 * e-mail.
 */
export function WriteIssue({ address, values, bookFields, books, chosen, errors, targets, shopUrl }: WriteIssueProps) {
  return (
    <Form method="post" id={issueFormId} action={deskHref("/newsletter")} className="grid gap-4" noValidate>
      <TextField
        label="Subject"
        name="subject"
        maxLength={150}
        required
        defaultValue={values.subject ?? ""}
        error={errors.subject}
      />
      <FormattedTextArea
        label="Letter"
        hint="Begin with a greeting: nothing is added before it. An empty line begins a paragraph. The first link that has a line of its own, such as [The whole list](/reading-lists/summer), becomes the button."
        name="text"
        targets={targets}
        shopUrl={shopUrl}
        isForShopLinks
        rows={12}
        required
        defaultValue={values.text ?? ""}
        error={errors.text}
      />
      <BookSlots
        title="Books"
        words="They follow the letter, each with its author, its price and a link. E-mails carry no pictures: mail programs block them, and a picture that is fetched tells when it was read."
        fields={bookFields.map((name, place) => ({ name, label: `Book ${place + 1}` }))}
        {...{ values, books, chosen, errors }}
      />
      <p className="text-small break-words text-quiet">
        The test goes only to {address}. Then you can send the issue to all.
      </p>
      <div className="desk-save mt-0! items-center">
        {/* The first button is pressed by Enter in a field. With scripts the e-mail is drawn anyway. */}
        <Button
          variant="outline"
          name="intent"
          value="people.preview-newsletter"
          formAction={deskHref("/newsletter/letter")}
          formTarget={letterFrame}
          className="without-script"
          onClick={(event) => event.preventDefault()}
        >
          Preview
        </Button>
        <Button variant="outline" name="intent" value="people.try-newsletter">
          Send it to me first
        </Button>
      </div>
    </Form>
  );
}
