import { Form } from "react-router";

import { href } from "#routing/href.ts";
import { Button } from "#ui/button.tsx";

/** Form shown after a guest without JavaScript pressed a heart and signed in: one more click adds the book. */
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
