import { type ComponentProps, useEffect, useRef, useState } from "react";

import { TextField } from "#ui/field.tsx";

/** Milliseconds without a key press before the address is checked. */
const pauseMs = 600;
const wrong = "Check your e-mail address.";

/** An e-mail address field that suggests a correction when the domain looks mistyped. */
export function EmailField(props: ComponentProps<typeof TextField>) {
  const [better, setBetter] = useState<string | null>(null);
  const box = useRef<HTMLDivElement>(null);

  useEffect(() => {
    const place = box.current;
    let pause: number;
    function look() {
      window.clearTimeout(pause);
      pause = window.setTimeout(async () => {
        const typed = box.current?.querySelector("input")?.value;
        // The list of known domains is loaded when first needed, because every page has an e-mail field.
        setBetter(typed ? (await import("#shop/kernel/forms/suggest-email.ts")).suggestEmail(typed) : null);
      }, pauseMs);
    }
    // The browser may have filled in the field before this ran.
    look();
    place?.addEventListener("input", look);
    return () => {
      window.clearTimeout(pause);
      place?.removeEventListener("input", look);
    };
  }, []);

  function take() {
    const input = box.current?.querySelector("input");
    if (!input || better === null) return;
    input.value = better;
    // React and the form's error state handle this event as if the reader had typed the address.
    input.dispatchEvent(new Event("input", { bubbles: true }));
    setBetter(null);
    input.focus();
  }

  return (
    <div ref={box}>
      <TextField type="email" autoComplete="email" inputMode="email" maxLength={254} data-wrong={wrong} {...props} />
      <div role="status" className="text-small font-semibold text-marigold-text empty:sr-only">
        {better !== null && (
          <p className="break-words">
            <span>Did you mean </span>
            <button
              type="button"
              className="link inline-flex min-h-11 items-center break-all"
              translate="no"
              onClick={take}
            >
              {better}
            </button>
            <span>?</span>
          </p>
        )}
      </div>
    </div>
  );
}
