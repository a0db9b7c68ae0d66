/** Keyboard shortcuts of the desk, and the dialog that lists them. */
import { useEffect, useRef, useSyncExternalStore } from "react";
import { useNavigate, type NavigateFunction } from "react-router";

import { storeOnDevice } from "#app/client/storage/denied-storage.ts";
import { deskHref } from "#desk/desk-routes.ts";
import { keysOf } from "#desk/shortcut-keys.ts";
import type { Role } from "#shop/people/staff/roles.ts";
import { Button } from "#ui/button.tsx";
import { Checkbox } from "#ui/checkbox.tsx";
import { findFieldId, focusFind } from "./find-box.tsx";
import { moveToRow } from "./list-keys.ts";

/** The id of the dialog, for the menu's button. */
export const shortcutsId = "shortcuts";
/** The key in localStorage that exists while single-key shortcuts are off. */
const offKey = "desk-single-keys-off";
/** The time within which the second key must follow "g", in milliseconds. */
const secondKeyMs = 1500;

/**
 * Handles the shortcuts and renders their dialog. Single keys are ignored while text is typed, and can be switched off
 * in this browser (WCAG 2.1.4).
 */
export function Shortcuts({ role }: { role: Role }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const navigate = useNavigate();
  const isOn = useSyncExternalStore(subscribe, isSwitchedOn, () => true);
  const pages = keysOf(role);

  useEffect(() => {
    if (!isOn) return;
    const paths = new Map(keysOf(role).map(({ key, path }) => [key, path]));
    let goAt = -Infinity;
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || isTyping(event.target)) return;
      if (document.querySelector("dialog[open]")) return;
      const wasGo = event.timeStamp - goAt < secondKeyMs;
      goAt = -Infinity;
      const path = wasGo ? paths.get(event.key.toLowerCase()) : undefined;
      if (path !== undefined) void navigate(path);
      else if (event.key === "g") goAt = event.timeStamp;
      else if (event.key === "/") focusBox(navigate);
      else if (event.key === "j" || event.key === "k") moveToRow(event.key === "j" ? 1 : -1);
      else if (event.key === "?") dialog.current?.showModal();
      else return;
      event.preventDefault();
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, [isOn, navigate, role]);

  // Not a single key, so it also works while text is typed.
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      // In a formatted text the key makes a link.
      if (event.defaultPrevented) return;
      const isAsked = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && event.key === "k";
      if (!isAsked || document.querySelector("dialog[open]")) return;
      event.preventDefault();
      focusBox(navigate);
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, [navigate]);

  const change = (on: boolean) => {
    if (on) localStorage.removeItem(offKey);
    else storeOnDevice(offKey, "yes");
    // The browser fires this event only in other windows.
    dispatchEvent(new Event("storage"));
  };
  return (
    <dialog ref={dialog} id={shortcutsId} aria-labelledby="shortcuts-title" className="desk-dialog">
      <h2 id="shortcuts-title" className="text-title">
        Keyboard shortcuts
      </h2>
      <dl className="mt-4 grid grid-cols-[auto_1fr] items-baseline gap-x-4 gap-y-1.5">
        <Keys
          keys={["Ctrl", "K"]}
          between="+"
          words="Find an order, a book, a page, a setting; in a formatted text, make a link"
        />
        <Keys keys={["/"]} words="The same" />
        <Keys keys={["j"]} words="To the next row of a list" />
        <Keys keys={["k"]} words="To the row before" />
        <Keys keys={["Enter"]} words="Open the row" />
        <Keys keys={["?"]} words="Show these shortcuts" />
        {pages.map(({ key, label }) => (
          <Keys key={key} keys={["g", key]} words={label} />
        ))}
      </dl>
      <div className="mt-4">
        <Checkbox checked={isOn} onChange={(event) => change(event.currentTarget.checked)}>
          Use single-key shortcuts in this browser
        </Checkbox>
      </div>
      <form method="dialog" className="mt-4">
        <Button variant="outline">Close</Button>
      </form>
    </dialog>
  );
}

function Keys({ keys, words, between = "then" }: { keys: string[]; words: string; between?: string }) {
  return (
    <>
      <dt className="whitespace-nowrap">
        {keys.map((key, place) => (
          <span key={key}>
            {place > 0 && <span className="text-small text-quiet"> {between} </span>}
            <kbd className="desk-key">{key}</kbd>
          </span>
        ))}
      </dt>
      <dd>{words}</dd>
    </>
  );
}

/** Focuses the search box, on the page of the search if it is hidden here. */
function focusBox(navigate: NavigateFunction): void {
  const box = document.getElementById(findFieldId);
  if (box?.checkVisibility()) box.focus();
  else void navigate(deskHref("/find"), { state: focusFind });
}

/** Whether a key press at this element types text or operates a field. */
function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || target.matches("input, textarea, select"));
}

function subscribe(changed: () => void): () => void {
  addEventListener("storage", changed);
  return () => removeEventListener("storage", changed);
}

function isSwitchedOn(): boolean {
  return localStorage.getItem(offKey) === null;
}
