import { Form } from "#desk/components/forms/form.tsx";
import { Button } from "#ui/button.tsx";

/** Form that removes a file from the list. Inside another form, use `RemoveButton` alone. */
export function RemoveFile({ id }: { id: string }) {
  return (
    <Form method="post" className="mt-3">
      <input type="hidden" name="work" value={id} />
      <RemoveButton />
    </Form>
  );
}

export function RemoveButton() {
  return (
    <Button variant="quiet" className="-ml-4" name="intent" value="import.drop">
      Remove this file
    </Button>
  );
}
