import { type ReactNode, type SubmitEvent, useState } from "react";
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
function asCombobox(box: HTMLInputElement | null) {
  if (!box) return;
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
  const [Suggestions, setSuggestions] = useState<() => ReactNode>();
  const load = () =>
    import("./search-suggestions.tsx").then(
      (module) => setSuggestions(() => module.default),
      () => {},
    );

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const query = event.currentTarget.q.value.trim();
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
        ref={asCombobox}
        onFocus={load}
        onInput={load}
        aria-label={label}
        type="search"
        name="q"
        required
        pattern=".*\S.*"
        autoComplete="off"
        defaultValue={defaultValue}
        key={defaultValue}
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
