import { type RefObject, useRef, useState } from "react";

import { useIsScripted } from "#desk/components/forms/use-is-scripted.ts";
import { Button } from "#ui/button.tsx";

const words = { copy: "Copy", copied: "Copied", selected: "Selected: copy it now" };

interface CopyTextProps {
  /** What it is, for screen readers, such as `the webhook address`. */
  name: string;
  children: string;
}

/** A text that is entered elsewhere, with a button that copies it. A press on the text selects all of it. */
export function CopyText({ name, children }: CopyTextProps) {
  const shown = useRef<HTMLElement>(null);
  return (
    <span className="mt-1 flex flex-wrap items-center gap-2">
      <code
        ref={shown}
        translate="no"
        className="min-w-0 flex-1 basis-52 rounded-sm bg-sunk px-3 py-2 text-small wrap-anywhere select-all"
      >
        {children}
      </code>
      <CopyButton name={name} text={children} shown={shown} />
    </span>
  );
}

interface CopyButtonProps {
  name: string;
  text: string;
  /** The element that shows the text. */
  shown: RefObject<HTMLElement | null>;
}

/** A button that copies a text; nothing where scripts do not run. */
export function CopyButton({ name, text, shown }: CopyButtonProps) {
  const [state, setState] = useState<keyof typeof words>("copy");
  const isScripted = useIsScripted();

  async function copy() {
    try {
      await navigator.clipboard.writeText(text);
      setState("copied");
    } catch {
      // Without permission for the clipboard the text is selected, ready to be copied by keyboard.
      if (shown.current) getSelection()?.selectAllChildren(shown.current);
      setState("selected");
    }
  }

  if (!isScripted) return null;
  return (
    <Button type="button" variant="outline" onClick={copy} className="print:hidden">
      <span aria-live="polite">{words[state]}</span>
      <span className="sr-only"> {name}</span>
    </Button>
  );
}
