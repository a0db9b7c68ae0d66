/** The list below the desk's search box: what the typed text finds, or what was opened last. */
import { useEffect, useEffectEvent, useId, useLayoutEffect, useRef, useState } from "react";
import { Link, useLocation } from "react-router";

import { placeBelow } from "#app/client/place-below.ts";
import { detectLanguage } from "#app/display/detect-language.ts";
import { deskHref } from "#desk/desk-routes.ts";
import type { Found, FoundGroup } from "#desk/http/found.ts";
import { findStoredForm, keepForm } from "#desk/stored-forms.ts";
import { formatCount } from "#shop/kernel/text/format-count.ts";

/** Debounce, in milliseconds: one request for several quickly typed letters. */
const pauseMs = 120;

/**
 * The list of a combobox (ARIA 1.2). The focus stays in the box. The first answer to the typed text is selected, so
 * that Enter opens it; before it arrives, Enter opens the page of results, as a scanner needs it.
 */
export default function FindAnswers({ staffId }: { staffId: number }) {
  const id = useId();
  const { key, hash } = useLocation();
  const list = useRef<HTMLDivElement>(null);
  const asking = useRef(new AbortController());
  const [shown, setShown] = useState<{ key: string; groups: FoundGroup[] }>({ key, groups: [] });
  const [picked, setPicked] = useState(-1);
  // A new page closes the list.
  const groups = shown.key === key ? shown.groups : [];
  const options = groups.flatMap(({ found }) => found);
  const isOpen = options.length > 0;
  /** The search box, in the form around the list. */
  const boxOf = () => list.current?.closest("form")?.querySelector("input") ?? null;
  const optionId = (place: number) => `${id}-${place}`;

  function show(next: FoundGroup[], first: number) {
    setShown({ key, groups: next });
    setPicked(first);
  }

  function empty() {
    const box = boxOf();
    if (box) box.value = "";
  }

  function close() {
    asking.current.abort();
    show([], -1);
  }

  async function look() {
    asking.current.abort();
    const { signal } = (asking.current = new AbortController());
    const text = boxOf()?.value.trim() ?? "";
    setPicked(-1);
    const last = text === "" ? listLastFound(staffId) : [];
    if (last.length > 0) return show([{ title: "Opened last", found: last }], -1);
    const found = await fetchAnswers(text, signal);
    if (found === null || document.activeElement !== boxOf()) return;
    const all = { name: `All results for “${text}”`, about: "", to: deskHref("/find", { text }) };
    if (text === "") show(found.map(cutShort), -1);
    else show([...found, { title: "", found: [all] }], 0);
  }

  function press(event: KeyboardEvent) {
    // Keys pressed during composition belong to the input method.
    if (event.isComposing) return;
    const option = document.getElementById(optionId(picked));
    const { key, ctrlKey, metaKey, shiftKey } = event;
    if (key === "ArrowDown" || key === "ArrowUp") {
      event.preventDefault();
      if (!isOpen) return void look();
      // Moving past either end of the list returns to the box itself.
      const count = options.length;
      setPicked(((picked + 1 + (key === "ArrowDown" ? 1 : count)) % (count + 1)) - 1);
    } else if (key === "Enter" && option) {
      event.preventDefault();
      option.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, ctrlKey, metaKey, shiftKey }));
    } else if (key === "Escape") {
      event.preventDefault();
      if (!isOpen) empty();
      close();
    }
  }

  // Listeners are renewed at each render, so that they see the current state.
  useLayoutEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    const field = boxOf();
    field?.addEventListener("keydown", press, { signal });
    field?.addEventListener("input", () => void look(), { signal });
    field?.addEventListener("click", () => void (isOpen || look()), { signal });
    field?.addEventListener("focus", () => void look(), { signal });
    field?.addEventListener("blur", close, { signal });
    field?.form?.addEventListener("submit", close, { signal });
    // Keeps the focus in the box while the list is pressed.
    list.current?.addEventListener("mousedown", (event) => event.preventDefault(), { signal });
    return () => controller.abort();
  });

  // This component loads when the box is first focused; by then something may be typed.
  const begin = useEffectEvent(() => {
    if (document.activeElement === boxOf()) queueMicrotask(look);
  });
  useEffect(() => {
    begin();
    return () => asking.current.abort();
  }, []);

  useLayoutEffect(() => {
    const field = boxOf();
    if (!field) return;
    field.role = "combobox";
    field.setAttribute("aria-autocomplete", "list");
    field.setAttribute("aria-controls", `${id}-list`);
    field.ariaExpanded = String(isOpen);
    if (picked < 0) field.removeAttribute("aria-activedescendant");
    else field.setAttribute("aria-activedescendant", optionId(picked));
    document.getElementById(optionId(picked))?.scrollIntoView({ block: "nearest" });
  });

  useLayoutEffect(() => {
    const above = list.current?.closest("form");
    list.current?.togglePopover?.(isOpen);
    return isOpen && list.current && above ? placeBelow(list.current, above) : undefined;
  }, [isOpen]);

  // A result may be a field, such as a setting: its page scrolls there, and the focus goes there too.
  const isFollowed = useRef(false);
  const arrive = useEffectEvent(() => {
    if (!isFollowed.current) return;
    isFollowed.current = false;
    const found = hash === "" ? null : document.getElementById(decodeURIComponent(hash.slice(1)));
    const field = found?.matches(fields) ? found : found?.querySelector<HTMLElement>(fields);
    field?.focus({ preventScroll: true });
  });
  useEffect(() => arrive(), [key]);

  const follow = (one: Found) => {
    isFollowed.current = true;
    if (!one.to?.startsWith(deskHref("/find"))) keepLastFound(staffId, one);
    empty();
    close();
  };

  return (
    <>
      <span role="status" className="sr-only">
        {isOpen ? formatCount(options.length, "result") : ""}
      </span>
      <div ref={list} popover="manual" className="suggestions">
        <div id={`${id}-list`} role="listbox" aria-label="Results">
          {groups.map(({ title, found }) => (
            <div key={title} role="group" aria-label={title || "More"}>
              {title && (
                <div role="presentation" className="suggestions-head">
                  {title}
                </div>
              )}
              {found.map((one) => {
                const place = options.indexOf(one);
                return (
                  <Link
                    key={`${one.to} ${one.name}`}
                    to={one.to ?? deskHref("/find", { text: one.name })}
                    id={optionId(place)}
                    role="option"
                    aria-selected={place === picked}
                    tabIndex={-1}
                    onClick={() => follow(one)}
                    className="suggestion desk-answer"
                  >
                    <span className="suggestion-name" lang={detectLanguage(one.name)}>
                      {one.name}
                    </span>
                    {one.about && <span className="suggestion-by">{one.about}</span>}
                  </Link>
                );
              })}
            </div>
          ))}
        </div>
      </div>
    </>
  );
}

const fields = "input:not([type=hidden]), select, textarea";

const cutShort = ({ title, found }: FoundGroup) => ({ title, found: found.slice(0, maxLast) });

/** What a text finds; null if the request was cancelled or failed. */
async function fetchAnswers(text: string, signal: AbortSignal): Promise<FoundGroup[] | null> {
  await new Promise((resolve) => setTimeout(resolve, pauseMs));
  if (signal.aborted) return null;
  try {
    // Do not follow the redirect to the sign-in page after the session has ended.
    const answer = await fetch(deskHref("/find/answers", { text }), { signal, redirect: "manual" });
    const found = answer.ok ? ((await answer.json()) as FoundGroup[]) : null;
    return signal.aborted ? null : found;
  } catch {
    return null;
  }
}

/** Stored like the input of a form: for this person, in this browser, until the sign-out, at most a day. */
const lastFoundForm = "last found";
const maxLast = 7;

/** The results that this person opened last, the newest first. */
function listLastFound(staffId: number): Found[] {
  const stored = findStoredForm(localStorage, staffId, lastFoundForm)?.fields ?? [];
  return stored.map(([to, name]) => ({ to, name, about: "" }));
}

function keepLastFound(staffId: number, { to, name }: Found): void {
  if (to === undefined) return;
  const others = listLastFound(staffId).filter((other) => other.to !== to);
  const fields = [{ to, name }, ...others].slice(0, maxLast).map((one): [string, string] => [one.to ?? "", one.name]);
  keepForm(localStorage, staffId, lastFoundForm, { at: Date.now(), fields });
}
