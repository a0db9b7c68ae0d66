import { Form } from "react-router";

import { href } from "#routing/href.ts";
import { Button } from "#ui/button.tsx";

/** A heart pressed by a guest without JavaScript: after the sign-in, one press more puts the book on the list. */
export function AddRequestedBook({ bookId, title }: { bookId: string; title: string }) {
  return (
    <Form
      method="post"
      action={href("/wishlist")}
      className="mt-6 flex flex-wrap items-center gap-x-6 gap-y-3 bg-raised p-5"
    >
      <input type="hidden" name="intent" value="add" />
      <p className="min-w-0 flex-1 text-lead">{title}</p>
      <Button name="bookId" value={bookId}>
        Put it on my wishlist
      </Button>
    </Form>
  );
}
