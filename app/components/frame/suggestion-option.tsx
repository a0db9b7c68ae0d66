/** Options of the search suggestions: books, authors, series, categories, and earlier searches. */
import type { MouseEvent, ReactNode } from "react";
import { Link } from "react-router";

import { detectLanguage } from "#app/display/detect-language.ts";
import { href } from "#routing/href.ts";
import { Money } from "#app/components/books/money.tsx";
import type { Suggestion } from "#shop/catalogue/search/suggestion.ts";
import { SearchIcon } from "#ui/icons.tsx";

interface OptionProps {
  id: string;
  isPicked: boolean;
  onFollow: (event: MouseEvent) => void;
}

/** Option of the list as a link, so that it can be opened in a new tab. The focus stays in the search box. */
function Option({ to, id, isPicked, onFollow, children }: OptionProps & { to: string; children: ReactNode }) {
  return (
    <Link
      to={to}
      id={id}
      role="option"
      aria-selected={isPicked}
      tabIndex={-1}
      onClick={onFollow}
      className="suggestion"
    >
      {children}
    </Link>
  );
}

const kinds = { book: "book", author: "author", series: "series", category: "category" };

/** Suggested book, author, series or category. Its kind is seen in the head above, and is part of the accessible name. */
export function SuggestionOption({ suggestion, ...option }: OptionProps & { suggestion: Suggestion }) {
  const { kind, name, by, coverKey, pricePaise, path } = suggestion;
  return (
    <Option to={path} {...option}>
      {coverKey === null ? (
        <span className="suggestion-mark" data-letter={[...name][0]} aria-hidden="true" />
      ) : (
        <span className="cover suggestion-cover">
          <img src={`/covers/${coverKey}-160.webp`} width="160" height="240" alt="" decoding="async" />
        </span>
      )}
      <span className="min-w-0 grow">
        <span className="suggestion-name" lang={detectLanguage(name)}>
          {name}
        </span>
        <span className="sr-only">{by ? `, ${kinds[kind]} by ` : `, ${kinds[kind]}`}</span>
        {by && (
          <span className="suggestion-by" lang={detectLanguage(by)}>
            {by}
          </span>
        )}
      </span>
      {pricePaise !== null && (
        <span className="figures">
          <span className="sr-only">, </span>
          <Money paise={pricePaise} />
        </span>
      )}
    </Option>
  );
}

/** Earlier search of the reader. */
export function SearchOption({ search, ...option }: OptionProps & { search: string }) {
  return (
    <Option to={href("/search", { q: search })} {...option}>
      <SearchIcon className="size-5 text-quiet" />
      <span className="suggestion-name" lang={detectLanguage(search)}>
        {search}
      </span>
    </Option>
  );
}
