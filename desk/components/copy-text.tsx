import { useRef, useState } from "react";

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
  const [state, setState] = useState<keyof typeof words>("copy");
  const text = useRef<HTMLElement>(null);
  const isScripted = useIsScripted();

  async function copy() {
    try {
      await navigator.clipboard.writeText(children);
      setState("copied");
    } catch {
      // Without permission for the clipboard the text is selected, ready to be copied by keyboard.
      if (text.current) getSelection()?.selectAllChildren(text.current);
      setState("selected");
    }
  }

  return (
    <span className="mt-1 flex flex-wrap items-center gap-2">
      <code
        ref={text}
        translate="no"
        className="min-w-0 flex-1 basis-52 rounded-sm bg-sunk px-3 py-2 text-small break-all select-all"
      >
        {children}
      </code>
      {isScripted && (
        <Button type="button" variant="outline" onClick={copy} className="print:hidden">
          <span aria-live="polite">{words[state]}</span>
          <span className="sr-only"> {name}</span>
        </Button>
      )}
    </span>
  );
}
