/** The right-hand page of an open book: first lines, contents, a note by the bookseller, or a title page. */
import type { Ref } from "react";
import { Link } from "react-router";

import { pickBookEndpaper } from "#app/display/book-endpaper.ts";
import { detectLanguage } from "#app/display/detect-language.ts";
import { href } from "#routing/href.ts";
import { byline, type TitlePage } from "#shop/catalogue/books/book.ts";
import type { ContributorRole } from "#shop/catalogue/fields/record-values.ts";
import { splitHeadings, type OpeningPage } from "#shop/catalogue/content/opening-page.ts";
import { Endpaper } from "#ui/endpaper.tsx";

interface OpeningLeafProps {
  ref: Ref<HTMLElement>;
  book: TitlePage;
  opening: OpeningPage | null;
  /** What the book is about, in one sentence; may be empty. */
  about: string;
  /** The name of the book's language, in that language. */
  languageName: string;
}

/** Length in characters from which a title is set smaller, so that the title page fits on one page. */
const longTitle = 60;

/** The shop's own texts on the page, in the language of the opening. */
interface LeafWords {
  contents: string;
  /** Says that the book goes on after an extract; `pages` is null if unknown. */
  goesOn: (pages: number | null) => string;
  fromUs: string;
  roles: Partial<Record<ContributorRole, string>>;
}

const english: LeafWords = {
  contents: "Contents",
  goesOn: (pages) =>
    pages === null ? "The book goes on from here." : `… and on for ${pages.toLocaleString("en-IN")} pages.`,
  fromUs: "A word from the bookseller",
  roles: { editor: "Edited by", translator: "Translated by", illustrator: "Illustrated by" },
};
const hindi: LeafWords = {
  contents: "विषय-सूची",
  goesOn: () => "आगे की बात किताब में।",
  fromUs: "पुस्तक-विक्रेता की ओर से",
  roles: { editor: "सम्पादन", translator: "अनुवाद", illustrator: "चित्र" },
};

/** The page; a book without an opening gets a title page. */
export function OpeningLeaf({ ref, book, opening, about, languageName }: OpeningLeafProps) {
  return (
    <article ref={ref} tabIndex={-1} aria-labelledby="leaf-title" className="open-book-leaf">
      <span aria-hidden="true" className="open-book-turn" />
      {opening ? (
        <Opening book={book} opening={opening} />
      ) : (
        <Title book={book} about={about} languageName={languageName} />
      )}
    </article>
  );
}

function Opening({ book, opening }: { book: TitlePage; opening: OpeningPage }) {
  const { kind, language, paragraphs, source, writtenBy } = opening;
  const words = language === "hi" ? hindi : english;
  const by = byline(book.authors);
  // Line breaks of verse are kept. If one paragraph contains a line break, the whole page is set as verse.
  const isVerse = kind !== "contents" && paragraphs.some((text) => text.includes("\n"));
  const heading = { extract: null, contents: words.contents, note: words.fromUs }[kind];
  return (
    <>
      <header className="opening-head">
        <h1 id="leaf-title" className="text-h3" lang={book.language}>
          {book.title}
        </h1>
        {by && (
          <p className="mt-1 text-quiet" lang={detectLanguage(by)}>
            {by}
          </p>
        )}
      </header>
      <div className={`opening opening-${isVerse ? "verse" : kind}`} lang={language}>
        {heading && <h2 className="opening-label">{heading}</h2>}
        <OpeningText opening={opening} />
      </div>
      <footer className="opening-foot">
        {kind !== "note" && (
          <p lang={detectLanguage(source)}>
            {[writtenBy, source].filter(Boolean).join(", ")}
            {kind === "extract" && (
              <>
                <br />
                <span lang={language}>{words.goesOn(book.pages)}</span>
              </>
            )}
          </p>
        )}
        {kind === "extract" && <GoOn book={book} />}
      </footer>
    </>
  );
}

/** After the last line: a link to the book's page. The bookplate, or the bottom bar, has the button to buy. */
function GoOn({ book }: { book: TitlePage }) {
  return (
    <div className="opening-ways">
      <Link to={href("/books/:bookId", { bookId: book.id })} className="link inline-flex min-h-11 items-center">
        About this book
      </Link>
    </div>
  );
}

function OpeningText({ opening: { kind, paragraphs, writtenBy } }: { opening: OpeningPage }) {
  if (kind === "contents")
    return (
      <ul>
        {paragraphs.map((line) => (
          <li key={line}>{withEmphasis(line)}</li>
        ))}
      </ul>
    );
  return (
    <>
      {splitHeadings(paragraphs).map((block, index) =>
        "heading" in block ? <h2 key={index}>{block.heading}</h2> : <p key={index}>{withEmphasis(block.text)}</p>,
      )}
      {kind === "note" && writtenBy && <p className="opening-signed">{writtenBy}</p>}
    </>
  );
}

function Title({ book, about, languageName }: Omit<OpeningLeafProps, "ref" | "opening">) {
  const words = book.language === "hi" ? hindi : english;
  const by = byline(book.authors);
  const roles = (["editor", "translator", "illustrator"] as const).flatMap((role) => {
    const names = book.contributors.filter((person) => person.role === role);
    // The editors of a book without an author are above the title, and not repeated here.
    return names.length > 0 && byline(names) !== by ? [{ role, names: byline(names) }] : [];
  });
  const year = book.published?.day.slice(0, 4);
  const imprint = [year, book.editionStatement, languageName].filter(Boolean).join(" · ");
  return (
    <div className="title-page">
      {by && (
        <p className="title-page-by" lang={detectLanguage(by)}>
          {by}
        </p>
      )}
      <div>
        <h1 id="leaf-title" className={book.title.length > longTitle ? "text-h2" : "text-h1"} lang={book.language}>
          {book.title}
        </h1>
        {book.subtitle && (
          <p className="mt-3 font-display text-lead text-balance italic" lang={book.language}>
            {book.subtitle}
          </p>
        )}
        {roles.map(({ role, names }) => (
          <p key={role} className="mt-5" lang={book.language === "hi" ? "hi" : undefined}>
            {words.roles[role]} <span lang={detectLanguage(names)}>{names}</span>
          </p>
        ))}
        {about && (
          <p className="title-page-about" lang={book.language}>
            {about}
          </p>
        )}
      </div>
      <Endpaper {...pickBookEndpaper(book)} className="title-page-device" />
      <div>
        {book.publisher && <p className="font-display text-title">{book.publisher}</p>}
        <p className="figures mt-1 text-quiet" lang={book.language === "hi" ? "hi" : undefined}>
          {imprint}
        </p>
      </div>
    </div>
  );
}

/** Renders `*text*` as emphasis. */
function withEmphasis(text: string) {
  return text.split("*").map((part, index) => (index % 2 ? <em key={part}>{part}</em> : part));
}
