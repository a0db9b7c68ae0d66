import { type ReactNode, type SubmitEvent, useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router";

import { href } from "#routing/href.ts";
import { SearchIcon } from "#ui/icons.tsx";

interface SearchFormProps {
  /** Accessible name; unique on the page. */
  label: string;
  defaultValue?: string;
  placeholder?: string;
  /** `search-large` on the search page. */
  className?: string;
}

/**
 * Marks the box as a combobox only by script, because without JavaScript there are no suggestions. `noValidate`: an
 * empty search is ignored without a message of the browser.
 */
function becomeCombobox(box: HTMLInputElement) {
  box.role = "combobox";
  box.ariaExpanded = "false";
  if (box.form) box.form.noValidate = true;
}

/** Search box: a plain GET form that ignores an empty text. The code for suggestions loads at the first interaction. */
export function SearchForm({
  label,
  defaultValue,
  placeholder = "Title, author or ISBN",
  className = "",
}: SearchFormProps) {
  const navigate = useNavigate();
  const box = useRef<HTMLInputElement>(null);
  const shown = useRef(defaultValue);
  const asked = useRef("");
  const [Suggestions, setSuggestions] = useState<() => ReactNode>();
  const load = () =>
    import("./search-suggestions.tsx").then(
      (module) => setSuggestions(() => module.default),
      () => {},
    );

  useEffect(() => {
    if (box.current) becomeCombobox(box.current);
  }, []);

  // After a search, shows the text of the new page, unless the reader has typed the next one meanwhile.
  useEffect(() => {
    if (shown.current === defaultValue) return;
    shown.current = defaultValue;
    const field = box.current;
    if (!field) return;
    const isTyped = document.activeElement === field && field.value !== "" && field.value !== asked.current;
    if (!isTyped) field.value = defaultValue ?? "";
  }, [defaultValue]);

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    asked.current = event.currentTarget.q.value;
    const query = asked.current.trim();
    if (query) void navigate(href("/search", { q: query }));
  }

  return (
    <form
      role="search"
      aria-label={label}
      action={href("/search")}
      onSubmit={submit}
      className={`search-form ${className}`}
    >
      <input
        ref={box}
        onFocus={load}
        onInput={load}
        aria-label={label}
        type="search"
        name="q"
        required
        pattern=".*\S.*"
        autoComplete="off"
        defaultValue={defaultValue}
        placeholder={placeholder}
        className="search-box"
      />
      {Suggestions && <Suggestions />}
      <button className="search-button">
        <SearchIcon className="size-5" />
        <span>Search</span>
      </button>
    </form>
  );
}
