import { CannotBeUndone } from "#desk/components/forms/cannot-be-undone.tsx";
import { Form } from "#desk/components/forms/form.tsx";
import { Banner } from "#ui/banner.tsx";
import { Button } from "#ui/button.tsx";

/** Form that confirms an order that is paid on delivery, after the reader was asked, such as by phone. */
export function ConfirmForm({ number }: { number: string }) {
  return (
    <Banner variant="note" className="mt-4">
      <p>The reader has not confirmed this order yet, by the link in the e-mail. You can also ask by phone.</p>
      <Form method="post" className="mt-3">
        <input type="hidden" name="order" value={number} />
        <Button variant="outline" name="intent" value="orders.confirm">
          The reader has confirmed it to me
        </Button>
        <CannotBeUndone what="The order is packed, and the reader gets an e-mail. It can be cancelled." />
      </Form>
    </Banner>
  );
}
