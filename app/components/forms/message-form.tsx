import { useEffect, useRef, useState } from "react";

import { Banner } from "#ui/banner.tsx";
import { TextField } from "#ui/field.tsx";

/** Why a message was not sent: wrong fields, the hidden field filled in, or too many from one network. */
export type FormProblem = "fields" | "robot" | "too-many";

/** The last answer of a form: the router forgets it as soon as a link leads to another place on the page. */
export function useLastAnswer<Answer>(answer: Answer | undefined): Answer | undefined {
  const [last, setLast] = useState(answer);
  if (answer && answer !== last) setLast(answer);
  return answer ?? last;
}

interface FormTroubleProps<Field extends string> {
  problem: FormProblem;
  /** What is wrong with each field, which says it itself; the id of a field's control is its name. */
  errors: Partial<Record<Field, string>>;
  /** In the order of the form. */
  labels: Record<Field, string>;
}

/** Says above a form that writes to the shop why it was not sent, and leads to what is wrong. */
export function FormTrouble<Field extends string>({ problem, errors, labels }: FormTroubleProps<Field>) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => place.current?.focus(), []);
  const wrong = (Object.keys(labels) as Field[]).filter((name) => errors[name]);
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

/** The field that people do not see and robots fill in; shown to whoever filled it in, to be emptied. */
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
