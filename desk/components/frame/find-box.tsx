import { useEffect, useRef, useState, type ComponentType } from "react";
import { useLocation } from "react-router";

import { deskHref } from "#desk/desk-routes.ts";
import { SearchIcon } from "#ui/icons.tsx";
import { Form } from "#desk/components/forms/form.tsx";
import type FindAnswers from "./find-answers.tsx";

/** Id of the search field, which the shortcuts focus. */
export const findFieldId = "find-anything";

/** The state of a link to the search page that focuses its field. */
export const focusFind = { isFindFocused: true };

/**
 * Search box for everything at the desk. With a script it answers while text is typed; without one it is a form. On
 * phones it is only on the page of the search, to which the bar at the foot leads.
 */
export function FindBox({ staffId }: { staffId: number }) {
  const { pathname, search, state } = useLocation();
  const box = useRef<HTMLInputElement>(null);
  const [Answers, setAnswers] = useState<ComponentType<Parameters<typeof FindAnswers>[0]>>();
  const isFindPage = pathname === deskHref("/find");
  const text = isFindPage ? (new URLSearchParams(search).get("text") ?? "") : "";
  const load = () => {
    if (!Answers)
      void import("./find-answers.tsx").then(
        ({ default: loaded }) => setAnswers(() => loaded),
        () => {},
      );
  };
  const isFocused = isFindPage && (state as typeof focusFind | null)?.isFindFocused === true;
  useEffect(() => {
    if (isFocused) box.current?.focus();
  }, [isFocused]);
  return (
    <Form
      method="get"
      action={deskHref("/find")}
      role="search"
      aria-label="The whole shop"
      className={`relative min-w-0 flex-1 max-md:order-last max-md:basis-full lg:max-w-160 ${isFindPage ? "" : "max-md:hidden"}`}
    >
      <SearchIcon className="pointer-events-none absolute inset-y-0 left-3 my-auto size-5 text-quiet" />
      <input
        // A new key for each search, so that the field shows the text of the results page.
        key={text}
        ref={box}
        id={findFieldId}
        type="search"
        name="text"
        defaultValue={text}
        onFocus={load}
        aria-label="Find an order, a reader, a book or a page"
        placeholder="Order, name, phone, ISBN, title, setting …"
        autoComplete="off"
        spellCheck={false}
        enterKeyHint="search"
        className="block min-h-11 w-full rounded-sm border border-edge bg-raised py-1.5 pr-3 pl-10 text-ink placeholder:text-quiet"
      />
      <kbd className="desk-key desk-find-key">Ctrl K</kbd>
      {Answers && <Answers key={`answers ${text}`} staffId={staffId} />}
    </Form>
  );
}
