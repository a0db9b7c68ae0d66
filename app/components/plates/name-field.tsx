import { useId, useState, type KeyboardEvent } from "react";

import { detectLanguage } from "#app/display/detect-language.ts";
import { keepPlateName, plateName } from "#app/client/plate-name.ts";
import { useStore } from "#app/client/storage/use-store.ts";
import { lengthOf } from "./plate.tsx";

/**
 * "ex libris", and a field for the name that goes into the cart with the form `formId`. What was typed before on this
 * device is shown again; public pages are the same for everybody, so only after hydration.
 */
export function NameField({ formId, isFocused = false }: { formId: string; isFocused?: boolean }) {
  const id = useId();
  const kept = useStore(plateName, (name) => name, "");
  const [typed, setTyped] = useState<string | null>(null);
  const name = typed ?? kept;

  function submitOnEnter(event: KeyboardEvent<HTMLTextAreaElement>) {
    if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
    event.preventDefault();
    // Without a form the book is in the cart already, which reads the name.
    if (event.currentTarget.form) event.currentTarget.form.requestSubmit();
    else keepPlateName(name);
  }

  return (
    <>
      <label htmlFor={id} className="plate-by">
        ex libris
      </label>
      <textarea
        id={id}
        aria-label="Ex libris, your name on the bookplate"
        name="exLibris"
        form={formId}
        className="plate-name"
        data-length={lengthOf(name)}
        value={name}
        onChange={({ target }) => setTyped(target.value)}
        onBlur={() => keepPlateName(name)}
        onKeyDown={submitOnEnter}
        placeholder="your name"
        rows={1}
        maxLength={240}
        dir="auto"
        lang={detectLanguage(name)}
        autoComplete="off"
        spellCheck={false}
        // The reader has pressed the link that asks for the name.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus={isFocused}
      />
    </>
  );
}
