import { type SubmitEvent, useId } from "react";
import { useNavigate } from "react-router";

import { href } from "#routing/href.ts";
import { buttonClass } from "#ui/button.tsx";
import { SearchIcon } from "#ui/icons.tsx";

const quietButton =
  "grid min-h-11 w-12 shrink-0 place-items-center rounded-r-sm border border-l-0 border-edge bg-raised text-action hover:bg-action hover:text-on-action";

interface SearchFormProps {
  /** Tells this search from others on the page. */
  label: string;
  placeholder?: string;
  defaultValue?: string;
  isLarge?: boolean;
  className?: string;
}

/** Looks for books by title: a plain GET form, which does nothing while the text is empty. */
export function SearchForm({
  label,
  placeholder = "Search by title",
  defaultValue,
  isLarge = false,
  className = "",
}: SearchFormProps) {
  const id = useId();
  const navigate = useNavigate();

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const query = String(new FormData(event.currentTarget).get("q")).trim();
    if (query !== "") void navigate(href("/search", { q: query }));
  }

  return (
    <form
      role="search"
      aria-label={label}
      method="get"
      action={href("/search")}
      onSubmit={submit}
      className={`flex ${className}`}
    >
      <label htmlFor={id} className="sr-only">
        {label}
      </label>
      <input
        id={id}
        type="search"
        name="q"
        required
        pattern=".*\S.*"
        autoComplete="off"
        enterKeyHint="search"
        defaultValue={defaultValue}
        key={defaultValue}
        placeholder={placeholder}
        className={`w-full min-w-0 rounded-l-sm border border-r-0 border-edge bg-raised px-4 text-ink placeholder:text-quiet focus-visible:z-10 ${isLarge ? "min-h-14 text-lead" : "min-h-11 text-body"}`}
      />
      <button
        type="submit"
        className={isLarge ? `${buttonClass("primary")} min-h-14 rounded-l-none px-5` : quietButton}
      >
        <SearchIcon className="size-5" />
        <span className={isLarge ? "max-sm:sr-only" : "sr-only"}>Search</span>
      </button>
    </form>
  );
}
