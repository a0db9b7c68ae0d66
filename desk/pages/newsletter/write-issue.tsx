import { Form } from "#desk/components/forms/form.tsx";
import { Button } from "#ui/button.tsx";
import { TextArea, TextField } from "#ui/field.tsx";

interface WriteIssueProps {
  /** Address for the test letter. */
  address: string;
  /** The text of an issue that was sent as a test, with the subject as its first line; empty for a new issue. */
  words: string;
  /** The typed values, after a preview or an error. */
  typed: { subject?: string; text?: string } | null;
  errors: Record<string, string>;
}

/**
 * Form for a newsletter issue: previews it, or sends it to its author as a test. It can be sent to all after the test.
 */
export function WriteIssue({ address, words, typed, errors }: WriteIssueProps) {
  const [first = "", ...rest] = words.split("\n");
  return (
    <Form method="post" action="/newsletter" className="grid gap-4" noValidate>
      <TextField
        label="Subject"
        name="subject"
        maxLength={150}
        required
        defaultValue={typed?.subject ?? first.replace(/^# /, "")}
        error={errors.subject}
      />
      <TextArea
        label="Letter"
        hint="Plain text, with an empty line between paragraphs. Nothing is added before it, so begin with a greeting. Write a link on a separate line, with its text in [ ] and the page of the shop in ( ), such as [The whole list](/reading-lists/summer). The first link becomes the button."
        name="text"
        rows={14}
        required
        defaultValue={typed?.text ?? rest.join("\n").trim()}
        error={errors.text}
      />
      <p className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button variant="outline" name="intent" value="people.preview-newsletter">
          Preview
        </Button>
        <Button variant="outline" name="intent" value="people.try-newsletter">
          Send it to me first
        </Button>
        <span className="min-w-0 text-small break-words text-quiet">
          The test letter is sent only to {address}. After the test you can send the issue to all.
        </span>
      </p>
    </Form>
  );
}
