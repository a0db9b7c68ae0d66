/** Notes above search results: a corrected spelling, a spelling suggestion, or a wrong or unknown ISBN. */
import { Link } from "react-router";

import { detectLanguage } from "#app/display/detect-language.ts";
import { href } from "#routing/href.ts";
import { Figure } from "#ui/figure.tsx";

/** Result of a search for an ISBN. */
export interface IsbnNote {
  given: string;
  /** Whether an edition in the catalogue has it. */
  isKnown: boolean;
  /**
   * Books whose ISBN differs by one digit or by two swapped digits; null when the check digit is right. The given ISBN
   * would be the book's with `digits` from position `place` on, counted from 1.
   */
  mayBe: { bookId: string; title: string; isbn13: string; place: number; digits: string }[] | null;
}

/** Query parameter that disables the spelling correction. */
export const asTypedParameter = "as-typed";

/** Note that the search was corrected, with a link to the original text. */
export function Corrected({ typed }: { typed: string }) {
  return (
    <p role="status" className="mt-4 max-w-measure break-words text-lead">
      You typed “<span lang={detectLanguage(typed)}>{typed}</span>”.{" "}
      <Link to={href("/search", { q: typed, [asTypedParameter]: "yes" })} className="link inline-block">
        Search for that instead
      </Link>
    </p>
  );
}

/**
 * Spelling suggestion for a search that was not corrected, because it found books or the reader asked for exactly this
 * text.
 */
export function NearestSpelling({ nearest }: { nearest: string }) {
  return (
    <p className="mt-4 text-lead">
      Did you mean{" "}
      <Link to={href("/search", { q: nearest })} className="link" lang={detectLanguage(nearest)}>
        {nearest}
      </Link>
      ?
    </p>
  );
}

/** Note about an ISBN: its edition, or similar ISBNs when the check digit is wrong. */
export function AboutIsbn({ isbn: { given, isKnown, mayBe } }: { isbn: IsbnNote }) {
  if (mayBe === null) {
    const words = isKnown ? "This is the edition with the ISBN" : "No book on our shelves has the ISBN";
    return (
      <p className="figures mt-4">
        {words} {given}.
      </p>
    );
  }
  return (
    <div className="figures mt-4 max-w-measure">
      <p>
        {given} is no ISBN: a digit of it is wrong.
        <span>{mayBe.length > 0 ? " It may be:" : " No book on our shelves has one like it."}</span>
      </p>
      {mayBe.length > 0 && (
        <ul className="mt-2 space-y-1">
          {mayBe.map(({ bookId, title, isbn13, place, digits }) => (
            <li key={`${isbn13}-${place}`}>
              <Link to={href("/books/:bookId", { bookId })} className="link" lang={detectLanguage(title)}>
                {title}
              </Link>
              , <Figure>{isbn13}</Figure>
              <span>
                {digits.length > 1
                  ? ` (digits ${place} and ${place + 1} of your number would be ${digits})`
                  : ` (digit ${place} of your number would be ${digits})`}
              </span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
