import { useEffect, useRef, useState } from "react";

import { Choices } from "#desk/components/forms/choices.tsx";
import { useFormInput } from "#desk/components/forms/use-form-input.ts";
import { typedKeys } from "#shop/kernel/text/object-keys.ts";

/** The id of the form of an issue. */
export const issueFormId = "issue";

/** The name of the frame to which the form's button "Preview" sends the form without scripts. */
export const letterFrame = "letter";

/** The pause after a change before the e-mail is drawn again, in milliseconds. */
const pause = 500;

const widths = { phone: "Phone", wide: "Wide" } as const;
/** The values of the form's field `as`. */
const kinds = { "": "As most see it", text: "As plain text" } as const;

/**
 * The e-mail of the issue in the form, drawn again after each change. The browser itself sends the form to a new frame,
 * which adds nothing to the history, and the frame is shown once it is loaded.
 */
export function LiveLetter({ src }: { src: string }) {
  const [frames, setFrames] = useState([0]);
  const [isStopped, setIsStopped] = useState(false);
  const [width, setWidth] = useState<keyof typeof widths>("wide");
  const [kind, setKind] = useState<keyof typeof kinds>("");
  const count = useRef(0);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const next = frames.length > 1 ? frames.at(-1) : undefined;
  const shown = useRef<HTMLDivElement>(null);

  const draw = (after: number) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      count.current += 1;
      const added = count.current;
      setFrames(([first = 0]) => [first, added]);
    }, after);
  };
  useFormInput(issueFormId, () => draw(pause));
  useEffect(() => () => clearTimeout(timer.current), []);

  useEffect(() => {
    if (next === undefined) return;
    const form = document.getElementById(issueFormId);
    const button = form?.querySelector<HTMLButtonElement>("[formtarget]");
    if (!(form instanceof HTMLFormElement) || !button) return;
    // The router, which would send the form itself, must not see this.
    const pass = (event: SubmitEvent) => event.stopPropagation();
    button.formTarget = `${letterFrame}-${next}`;
    form.addEventListener("submit", pass);
    form.requestSubmit(button);
    form.removeEventListener("submit", pass);
  }, [next]);

  const show = (frame: number, loaded: HTMLIFrameElement) => {
    const letter = loaded.contentDocument;
    // The browser blocks other pages in a frame, such as the sign-in after the session has ended. The last e-mail stays.
    setIsStopped(!letter);
    // A new frame is empty before the form is sent to it.
    if (!letter || letter.URL === "about:blank") return;
    const before = shown.current?.querySelector("iframe");
    letter.defaultView?.scrollTo(0, before?.contentDocument?.defaultView?.scrollY ?? 0);
    setFrames((all) => all.slice(all.indexOf(frame)));
  };

  return (
    <section aria-labelledby="letter" className="home-preview">
      <h2 id="letter" className="text-title">
        The e-mail
      </h2>
      <input type="hidden" name="as" form={issueFormId} value={kind} />
      <div className="needs-script flex flex-wrap gap-x-6">
        <Choices
          label="Width"
          choices={typedKeys(widths).map((value) => ({
            words: widths[value],
            isChosen: value === width,
            onChoose: () => setWidth(value),
          }))}
        />
        <Choices
          label="The e-mail is shown"
          choices={typedKeys(kinds).map((value) => ({
            words: kinds[value],
            isChosen: value === kind,
            onChoose() {
              setKind(value);
              draw(0);
            },
          }))}
        />
      </div>
      <p role="status" className="text-small font-semibold text-vermilion">
        {isStopped && "The preview has stopped. Sign in again in another tab."}
      </p>
      <div ref={shown} className="framed-home relative outline outline-line">
        {frames.map((frame, place) => (
          <iframe
            key={frame}
            name={frame === 0 ? letterFrame : `${letterFrame}-${frame}`}
            title="The e-mail"
            src={frame === 0 ? src : undefined}
            onLoad={({ currentTarget }) => show(frame, currentTarget)}
            // Its own policy runs no scripts; links open in a new tab.
            sandbox="allow-same-origin allow-popups"
            className={`mx-auto block h-full max-w-full bg-paper ${width === "phone" ? "w-[360px]" : "w-full"} ${place === 0 ? "" : "invisible absolute inset-0"}`}
          />
        ))}
      </div>
    </section>
  );
}
