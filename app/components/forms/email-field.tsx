import { type ComponentProps, useEffect, useRef, useState } from "react";

import { TextField } from "#ui/field.tsx";

/** Milliseconds after the last key: an address is not finished while it is typed. */
const pauseMs = 600;

/** An e-mail address, with a hint below it when its domain looks mistyped. The hint can be taken or left. */
export function EmailField(props: ComponentProps<typeof TextField>) {
  const [better, setBetter] = useState<string | null>(null);
  const box = useRef<HTMLDivElement>(null);

  useEffect(() => {
    const place = box.current!;
    let pause: number;
    function look() {
      window.clearTimeout(pause);
      pause = window.setTimeout(async () => {
        const typed = place.querySelector("input")!.value;
        // The known domains are loaded with the first address: every page has a field for one.
        setBetter(typed === "" ? null : (await import("#shop/kernel/forms/suggest-email.ts")).suggestEmail(typed));
      }, pauseMs);
    }
    // What stood in the field when the page came: a browser may have filled it in.
    look();
    place.addEventListener("input", look);
    return () => {
      window.clearTimeout(pause);
      place.removeEventListener("input", look);
    };
  }, []);

  function take() {
    const input = box.current?.querySelector("input");
    if (!input || better === null) return;
    input.value = better;
    // React and the form's errors hear of it as of a key.
    input.dispatchEvent(new Event("input", { bubbles: true }));
    setBetter(null);
    input.focus();
  }

  return (
    <div ref={box}>
      <TextField type="email" autoComplete="email" inputMode="email" maxLength={254} {...props} />
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
