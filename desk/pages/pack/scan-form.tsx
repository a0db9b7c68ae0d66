import { useEffect, useRef } from "react";
import { useNavigation } from "react-router";

import { Form, useIdempotencyKey } from "#desk/components/forms/form.tsx";
import { ScanWithCamera } from "#desk/components/scanning/scan-with-camera.tsx";
import { Button } from "#ui/button.tsx";
import { TextField } from "#ui/field.tsx";

interface ScanFormProps {
  number: string;
  error: string | null;
}

/** Form for a bar code scanner, which types the ISBN and Enter. The field is focused again for the next book. */
export function ScanForm({ number, error }: ScanFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const once = useIdempotencyKey();
  useEffect(() => {
    form.current?.querySelector<HTMLInputElement>("[name=isbn]")?.focus();
  }, [once]);
  // The field is emptied on submit: the next book may be scanned before the response arrives.
  const emptyOnceRead = () => queueMicrotask(() => form.current?.reset());
  const isBusy = useNavigation().state !== "idle";
  const send = (isbn: string) => {
    const field = form.current?.querySelector<HTMLInputElement>("[name=isbn]");
    const button = form.current?.querySelector<HTMLElement>("[name=intent]");
    if (!field || !button) return;
    field.value = isbn;
    form.current?.requestSubmit(button);
  };
  return (
    <>
      <Form ref={form} method="post" onSubmit={emptyOnceRead} className="field-row mt-3 grid-cols-[minmax(0,1fr)_auto]">
        <input type="hidden" name="order" value={number} />
        <TextField
          label="Scan a book"
          hint="Or type the number below its bars"
          name="isbn"
          autoComplete="off"
          inputMode="numeric"
          enterKeyHint="go"
          error={error}
        />
        <p>
          <Button name="intent" value="parcels.scan">
            Pack it
          </Button>
        </p>
      </Form>
      <ScanWithCamera staysOpen isBusy={isBusy} onIsbn={send} />
    </>
  );
}
