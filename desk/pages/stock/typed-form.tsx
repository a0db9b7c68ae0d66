import { useEffect, useRef } from "react";
import { useNavigation } from "react-router";

import { Form } from "#desk/components/forms/form.tsx";
import type { ActionError } from "#desk/http/action-error.ts";
import { Button } from "#ui/button.tsx";
import { TextArea } from "#ui/field.tsx";

const intent = "stock.count-typed";

/**
 * Form with a field for many ISBNs, one per line. The field is emptied after they are counted, but not after an error.
 */
export function TypedForm({ count, trouble }: { count: number; trouble: ActionError | null }) {
  const form = useRef<HTMLFormElement>(null);
  const wasSent = useRef(false);
  const navigation = useNavigation();
  useEffect(() => {
    if (navigation.formData?.get("intent") === intent) wasSent.current = true;
    if (navigation.state !== "idle" || !wasSent.current) return;
    wasSent.current = false;
    if (trouble === null) form.current?.reset();
  }, [navigation, trouble]);
  return (
    <details open={trouble !== null} className="desk-card p-4">
      <summary className="inline-flex min-h-11 items-center font-semibold text-action">Type many ISBNs</summary>
      <Form ref={form} method="post" className="mt-2 grid gap-3">
        <input type="hidden" name="count" value={count} />
        <TextArea
          // With a new key, a rejected form is rendered again with its values.
          key={trouble?.values.once ?? "codes"}
          label="ISBNs"
          hint="One on each line; each line is one copy. Your item codes work too."
          name="codes"
          rows={6}
          defaultValue={trouble?.values.codes ?? ""}
          error={trouble?.errors.codes}
        />
        <p>
          <Button variant="outline" name="intent" value={intent}>
            Count them
          </Button>
        </p>
      </Form>
    </details>
  );
}
