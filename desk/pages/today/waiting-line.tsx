import { Link } from "react-router";

import { Form } from "#desk/components/forms/form.tsx";
import { Button, ButtonLink } from "#ui/button.tsx";
import type { TodayLine } from "./describe-waiting.ts";

/** One line of the Today page: the task, how long it has waited, and the link or button to do it. */
export function WaitingLine({ line }: { line: TodayLine }) {
  const { words, hint, age, isUrgent, items, at, besides, done } = line;
  return (
    <div
      className={`flex flex-wrap items-start gap-x-6 gap-y-2 border-l-4 px-4 py-3 ${isUrgent ? "border-vermilion" : "border-transparent"}`}
    >
      <div className="min-w-0 flex-1 basis-72">
        <p className="font-semibold break-words">{words}</p>
        <p className="text-small text-quiet">
          {age && <span>{`The oldest has waited ${age}. `}</span>}
          {hint && <span>{hint}</span>}
        </p>
        {besides && (
          <p className="text-small">
            <Link className="link inline-flex min-h-11 items-center lg:min-h-6" to={besides.page}>
              {besides.label}
            </Link>
          </p>
        )}
        {items.length > 0 && (
          <ul className="mt-1.5 grid gap-0.5">
            {items.map(({ words, to }) => (
              <li key={words} className="break-words">
                {to === null ? (
                  words
                ) : (
                  <Link className="link inline-flex min-h-11 items-center lg:min-h-6" to={to}>
                    {words}
                  </Link>
                )}
              </li>
            ))}
          </ul>
        )}
      </div>
      {at && "page" in at && (
        <ButtonLink variant="outline" to={at.page} className="sm:min-w-36">
          {at.label}
        </ButtonLink>
      )}
      {at && "intent" in at && <ActionButton {...at} />}
      {done && <ActionButton {...done} />}
    </div>
  );
}

function ActionButton({ intent, label, shown }: { intent: string; label: string; shown?: string }) {
  return (
    <Form method="post" action="?index">
      <input type="hidden" name="intent" value={intent} />
      {shown !== undefined && <input type="hidden" name="shown" value={shown} />}
      <Button variant="outline" className="sm:min-w-36">
        {label}
      </Button>
    </Form>
  );
}
