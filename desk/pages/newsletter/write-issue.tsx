import { Form } from "#desk/components/form.tsx";
import type { ActionTrouble } from "#desk/http/action-trouble.ts";
import { Button } from "#ui/button.tsx";
import { TextArea, TextField } from "#ui/field.tsx";

interface WriteIssueProps {
  /** Where the trial goes. */
  address: string;
  /** An issue that was tried, to be changed; empty for a new one. */
  words: string;
  trouble: ActionTrouble | null;
}

/** Writes an issue, and sends it to oneself first. */
export function WriteIssue({ address, words, trouble }: WriteIssueProps) {
  const [first = "", ...rest] = words.split("\n");
  return (
    <Form method="post" action="/newsletter" className="grid gap-4" noValidate>
      <input type="hidden" name="intent" value="people.try-newsletter" />
      <TextField
        label="Subject"
        name="subject"
        maxLength={150}
        required
        defaultValue={trouble?.values.subject ?? first.replace(/^# /, "")}
        error={trouble?.errors.subject}
      />
      <TextArea
        label="Letter"
        hint="Plain text, an empty line between paragraphs. A link stands on a line of its own, its words in [ ] and its page of the shop in ( ), such as [The whole list](/reading-lists/summer). The first link becomes the button."
        name="text"
        rows={14}
        required
        defaultValue={trouble?.values.text ?? rest.join("\n").trim()}
        error={trouble?.errors.text}
      />
      <p className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button variant="outline">Show it, and send it to me first</Button>
        <span className="min-w-0 text-small break-words text-quiet">It goes to {address} and to nobody else.</span>
      </p>
    </Form>
  );
}
