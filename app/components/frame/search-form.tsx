import { type ReactNode, type SubmitEvent, useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router";

import { href } from "#routing/href.ts";
import { SearchIcon } from "#ui/icons.tsx";

interface SearchFormProps {
  /** Tells this search from others on the page. */
  label: string;
  defaultValue?: string;
  placeholder?: string;
  /** `search-large` where it is what the page is for. */
  className?: string;
}

/**
 * The box says at once that a list may open below it; without JavaScript there is none. Nothing happens to an empty question,
 * and no browser says anything of it.
 */
function becomeCombobox(box: HTMLInputElement) {
  box.role = "combobox";
  box.ariaExpanded = "false";
  box.form!.noValidate = true;
}

/**
 * Looks for books: a plain GET form, which does nothing while the text is empty. What it suggests comes when it is
 * first touched.
 */
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

  useEffect(() => becomeCombobox(box.current!), []);

  // The page of another search shows its text, unless the reader has typed the next one while it was on its way.
  useEffect(() => {
    if (shown.current === defaultValue) return;
    shown.current = defaultValue;
    const { value } = box.current!;
    const isTyped = document.activeElement === box.current && value !== "" && value !== asked.current;
    if (!isTyped) box.current!.value = defaultValue ?? "";
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
