/**
 * Suggestions below the search box of the header: books, authors and categories while a reader types, and earlier
 * searches in an empty box.
 */
import { useEffect, useEffectEvent, useId, useLayoutEffect, useRef, useState } from "react";
import { useLocation } from "react-router";

import { cancelSuggestions, findSuggestions } from "#app/client/find-suggestions.ts";
import { forgetSearch, keepSearch, lastSearches } from "#app/client/storage/last-searches.ts";
import { placeBelow } from "#app/client/place-below.ts";
import { isSuggestible, maxSuggestions, type Suggestion } from "#shop/catalogue/search/suggestion.ts";
import { formatCount } from "#shop/kernel/text/format-count.ts";
import { CloseIcon } from "#ui/icons.tsx";

import { SearchOption, SuggestionOption } from "./suggestion-option.tsx";

/** Maximum suggestions on a small screen. */
const maxOnPhone = 8;

const heads = { book: "Books", author: "Authors", series: "Series", category: "Categories" };

/** The kinds of suggestions, in their order, each with its suggestions and their places in the list. */
function kindsOf(found: Suggestion[]) {
  const kinds = [...new Set(found.map(({ kind }) => kind))];
  return kinds.map((kind) => ({ kind, places: [...found.entries()].filter(([, { kind: one }]) => one === kind) }));
}

type Shown = { what: "nothing" } | { what: "found"; found: Suggestion[] } | { what: "searches"; searches: string[] };

const nothing: Shown = { what: "nothing" };

/**
 * The list of a combobox (ARIA 1.2) below a search box. The focus stays in the box; nothing is selected until an arrow
 * key is pressed, and Enter without a selection searches for the text. Loaded when the box is first focused.
 */
export default function SearchSuggestions() {
  const id = useId();
  const { key } = useLocation();
  const root = useRef<HTMLDivElement>(null);
  const [shown, setShown] = useState(nothing);
  const [picked, setPicked] = useState(-1);
  const [word, setWord] = useState("");
  const count = shown.what === "found" ? shown.found.length : shown.what === "searches" ? shown.searches.length : 0;
  const isOpen = count > 0;
  /**
   * Whether the reader typed since the list was last closed. If so, the list stays open when a page arrives that was
   * requested earlier.
   */
  const isTyped = useRef(false);

  const formOf = () => root.current!.closest("form")!;
  const boxOf = () => formOf().elements.namedItem("q") as HTMLInputElement;
  const optionId = (place: number) => `${id}-${place}`;

  function show(next: Shown, said: string) {
    setPicked(-1);
    setShown(next);
    setWord(said);
  }

  function close() {
    isTyped.current = false;
    cancelSuggestions();
    show(nothing, "");
  }

  async function look() {
    // The component may have been unmounted meanwhile.
    if (!root.current) return;
    const text = boxOf().value;
    isTyped.current = text !== "";
    setPicked(-1);
    if (text === "") {
      cancelSuggestions();
      const searches = lastSearches();
      return show(
        { what: "searches", searches },
        searches[0] ? formatCount(searches.length, "last search", "last searches") : "",
      );
    }
    if (!isSuggestible(text)) return close();
    const limit = matchMedia("(min-width: 64rem)").matches ? maxSuggestions : maxOnPhone;
    const found = await findSuggestions(text, limit);
    if (found && root.current && document.activeElement === boxOf())
      show({ what: "found", found }, found[0] ? formatCount(found.length, "suggestion") : "No suggestions");
  }

  function forget(search: string) {
    forgetSearch(search);
    boxOf().focus();
    void look();
  }

  function press(event: KeyboardEvent) {
    // Keys pressed during composition belong to the input method.
    if (event.isComposing || event.target !== boxOf()) return;
    const option = document.getElementById(optionId(picked));
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      if (!isOpen) return void look();
      // Results that arrive now must not replace the list while the reader moves through it.
      cancelSuggestions();
      // Moving past either end of the list returns to the box itself.
      setPicked(((picked + 1 + (event.key === "ArrowDown" ? 1 : count)) % (count + 1)) - 1);
    } else if (event.key === "Enter" && option) {
      event.preventDefault();
      const { ctrlKey, metaKey, shiftKey } = event;
      option.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, ctrlKey, metaKey, shiftKey }));
    } else if (event.key === "Escape" && (isOpen || boxOf().value !== "")) {
      // Stops here, so that the panel around the search box stays open.
      event.preventDefault();
      if (!isOpen) boxOf().value = "";
      close();
    }
  }

  // Listeners are renewed at each render, so that they see the current state; they are removed before the form, because
  // the removal of the form fires focusout.
  useLayoutEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    const form = formOf();
    form.addEventListener("keydown", press, { signal });
    // Keeps the focus in the box, and the keyboard of a phone open, while the list is pressed.
    root.current?.addEventListener("mousedown", (event) => event.preventDefault(), { signal });
    form.addEventListener("input", (event) => void ((event instanceof InputEvent && event.isComposing) || look()), {
      signal,
    });
    form.addEventListener("compositionend", () => void look(), { signal });
    form.addEventListener("focusin", ({ target }) => target === boxOf() && boxOf().value === "" && void look(), {
      signal,
    });
    form.addEventListener("click", ({ target }) => target === boxOf() && !isOpen && void look(), { signal });
    form.addEventListener(
      "focusout",
      ({ relatedTarget: to }) => to !== boxOf() && !(to instanceof Node && root.current?.contains(to)) && close(),
      { signal },
    );
    form.addEventListener(
      "submit",
      () => {
        keepSearch(boxOf().value);
        close();
      },
      { signal },
    );
    // On a phone, a touch outside the form does not move the focus.
    document.addEventListener(
      "pointerdown",
      ({ target }) => !(target instanceof Node && form.contains(target)) && close(),
      { signal },
    );
    return () => controller.abort();
  });

  // This component loads when the box is first focused; the reader may have typed by then.
  const begin = useEffectEvent(() => {
    const { value, defaultValue } = boxOf();
    if (document.activeElement === boxOf() && (value === "" || value !== defaultValue)) queueMicrotask(look);
  });
  useEffect(() => {
    begin();
    return cancelSuggestions;
  }, []);

  const shownKey = useRef(key);
  useEffect(() => {
    if (shownKey.current !== key && !isTyped.current) close();
    shownKey.current = key;
  });

  useLayoutEffect(() => {
    const box = boxOf();
    box.role = "combobox";
    box.setAttribute("aria-autocomplete", "list");
    box.setAttribute("aria-controls", `${id}-list`);
    box.setAttribute("aria-expanded", String(isOpen));
    if (picked < 0) box.removeAttribute("aria-activedescendant");
    else box.setAttribute("aria-activedescendant", optionId(picked));
    document.getElementById(optionId(picked))?.scrollIntoView({ block: "nearest" });
  });

  useLayoutEffect(() => {
    const list = root.current;
    list?.togglePopover?.(isOpen);
    return isOpen && list ? placeBelow(list, formOf()) : undefined;
  }, [isOpen]);

  function follow(event: { ctrlKey: boolean; metaKey: boolean; shiftKey: boolean }) {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    boxOf().value = "";
    close();
  }

  const optionProps = (place: number) => ({ id: optionId(place), isPicked: place === picked, onFollow: follow });
  return (
    <>
      <span role="status" className="sr-only">
        {word}
      </span>
      <div ref={root} popover="manual" className="suggestions">
        {shown.what === "searches" && <p className="suggestions-head">Last searches on this device</p>}
        <div className="relative">
          <div
            id={`${id}-list`}
            role="listbox"
            aria-label={shown.what === "searches" ? "Last searches" : "Suggestions"}
          >
            {shown.what === "found" &&
              kindsOf(shown.found).map(({ kind, places }) => (
                <div key={kind} role="group" aria-labelledby={`${id}-${kind}`}>
                  <div id={`${id}-${kind}`} role="presentation" className="suggestions-head">
                    {heads[kind]}
                  </div>
                  {places.map(([place, suggestion]) => (
                    <SuggestionOption key={suggestion.path} suggestion={suggestion} {...optionProps(place)} />
                  ))}
                </div>
              ))}
            {shown.what === "searches" &&
              shown.searches.map((search, place) => (
                <SearchOption key={search} search={search} {...optionProps(place)} />
              ))}
          </div>
          {shown.what === "searches" && (
            // Outside the list, because an option must not contain buttons; each button is in the row of its search.
            <div className="suggestions-forget">
              {shown.searches.map((search) => (
                <button key={search} type="button" aria-label={`Forget “${search}”`} onClick={() => forget(search)}>
                  <CloseIcon className="size-4" />
                </button>
              ))}
            </div>
          )}
        </div>
      </div>
    </>
  );
}
