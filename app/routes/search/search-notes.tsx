/** Notes above search results: a corrected spelling, a spelling suggestion, or whether the shop has a typed ISBN. */
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
   * Books whose ISBN differs by one digit or by two swapped digits; null if the given ISBN is valid. To get the book's
   * ISBN, replace the digits of `given` from position `place` (counted from 1) with `digits`.
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

/** Note about a typed ISBN: whether the shop has its edition; for an invalid ISBN, the books with similar ISBNs. */
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
        {given} is not a valid ISBN.
        <span>{mayBe.length > 0 ? " Perhaps you mean:" : " No book on our shelves has a similar ISBN."}</span>
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
                  ? ` (if digits ${place} and ${place + 1} of your number are changed to ${digits})`
                  : ` (if digit ${place} of your number is changed to ${digits})`}
              </span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
