import { deskHref } from "#desk/desk-routes.ts";
import { Button } from "#ui/button.tsx";
import { Form } from "./form.tsx";

/**
 * Undoes the change of an audit log entry. Posts to the entry's page, which can ask for a passkey. `of` tells screen
 * readers which change is meant, where several have a button.
 */
export function UndoButton({ entry, of }: { entry: number; of?: string }) {
  return (
    <Form method="post" action={deskHref("/record/:entry", { entry })}>
      <input type="hidden" name="entry" value={entry} />
      <Button variant="outline" name="intent" value="record.undo">
        Undo
        {of && <span className="sr-only">: {of}</span>}
      </Button>
    </Form>
  );
}
