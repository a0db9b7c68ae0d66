import { Form } from "#desk/components/forms/form.tsx";
import { Button } from "#ui/button.tsx";

/** Takes a file off the list; in a form with other buttons only `RemoveButton` is needed. */
export function RemoveFile({ id }: { id: string }) {
  return (
    <Form method="post" className="mt-3">
      <input type="hidden" name="work" value={id} />
      <RemoveButton />
    </Form>
  );
}

/** The button that takes a file off the list. */
export function RemoveButton() {
  return (
    <Button variant="danger" name="intent" value="import.drop">
      Remove this file
    </Button>
  );
}
