import { CannotBeUndone } from "#desk/components/forms/cannot-be-undone.tsx";
import { Form } from "#desk/components/forms/form.tsx";
import type { ActionError } from "#desk/http/action-error.ts";
import { Button } from "#ui/button.tsx";
import { KeepUntilField } from "./keep-until-field.tsx";

interface ReadyFormProps {
  number: string;
  /** The copies to pack, formatted by `formatCopiesLeft`. The action refuses the form if they have changed. */
  left: string;
  /** The last ISO day on which it is kept by default. */
  keepUntil: string;
  trouble: ActionError | null;
}

/** Form that says that an order can be collected at the shop. */
export function ReadyForm({ number, left, keepUntil, trouble }: ReadyFormProps) {
  return (
    <Form method="post" className="mt-2 grid max-w-measure gap-3">
      <input type="hidden" name="order" value={number} />
      <input type="hidden" name="left" value={left} />
      <KeepUntilField keepUntil={keepUntil} trouble={trouble} />
      <div>
        <Button name="intent" value="orders.ready">
          It is here
        </Button>
        <CannotBeUndone what="The reader gets an e-mail that the order can be collected." />
      </div>
    </Form>
  );
}
