import { Form } from "react-router";

import { Button } from "#ui/button.tsx";

/** The button that cancels an order before it is paid or confirmed. `action` is the address of the order's page. */
export function CancelWaitingOrder({ action }: { action: string }) {
  return (
    <Form method="post" action={action}>
      <input type="hidden" name="intent" value="cancel-order" />
      <Button variant="quiet" className="px-0!">
        or cancel this order
      </Button>
    </Form>
  );
}
