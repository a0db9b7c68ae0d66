/** Parts of the forms that create tickets: the error banner, the honeypot, and the kept last response. */
import { useState } from "react";

import { useFocusOnMount } from "#app/client/use-focus-on-mount.ts";
import { Banner } from "#ui/banner.tsx";
import { TextField } from "#ui/field.tsx";
import { typedKeys } from "#shop/kernel/text/object-keys.ts";

/** Why a message was rejected: invalid fields, a filled honeypot, or the rate limit of a network. */
export type FormProblem = "fields" | "robot" | "too-many";

/** Returns the last response of a form, which the router forgets when the reader follows an anchor link on the page. */
export function useLastAnswer<Answer>(answer: Answer | undefined): Answer | undefined {
  const [last, setLast] = useState(answer);
  if (answer && answer !== last) setLast(answer);
  return answer ?? last;
}

interface FormErrorsProps<Field extends string> {
  problem: FormProblem;
  /** Error per field; the id of a field's control is its name. Only the fields show the texts. */
  errors: Partial<Record<Field, string>>;
  /** In the order of the form. */
  labels: Record<Field, string>;
}

/** Banner above a form: why it was rejected, with links to the invalid fields. */
export function FormErrors<Field extends string>({ problem, errors, labels }: FormErrorsProps<Field>) {
  const place = useFocusOnMount<HTMLDivElement>();
  const wrong = typedKeys(labels).filter((name) => errors[name]);
  if (problem === "fields" && wrong.length === 0) return null;
  return (
    <div ref={place} tabIndex={-1} className="mb-6 outline-none">
      <Banner variant="error">
        {problem === "fields" && (
          <>
            <p className="font-semibold">Please check these fields:</p>
            <ul className="flex flex-wrap gap-x-5">
              {wrong.map((name) => (
                <li key={name}>
                  <a href={`#${name}`} className="link inline-flex min-h-8 items-center max-sm:min-h-11">
                    {labels[name]}
                  </a>
                </li>
              ))}
            </ul>
          </>
        )}
        {problem === "robot" && (
          <p>
            We took this message for spam, because a field that is hidden from people was filled in. Please clear it
            below and send the message again.
          </p>
        )}
        {problem === "too-many" && (
          <p>
            We have received many messages from your network in a short time. Please wait a minute and send yours again;
            it is not lost while this page is open. If it is urgent, please call us.
          </p>
        )}
      </Banner>
    </div>
  );
}

/** Honeypot: hidden from people, filled in by robots. Shown after it was filled in, so that a person can empty it. */
export function HoneypotField({ isShown }: { isShown: boolean }) {
  return (
    <div className={isShown ? "sm:col-span-2" : "sr-only"} aria-hidden={isShown ? undefined : true}>
      <TextField
        label="Website (leave this empty)"
        name="website"
        tabIndex={isShown ? undefined : -1}
        autoComplete="off"
      />
    </div>
  );
}
