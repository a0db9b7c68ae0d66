import { useLocation } from "react-router";

import { href } from "#routing/href.ts";
import { ButtonLink } from "#ui/button.tsx";
import { Endpaper } from "#ui/endpaper.tsx";

/** A shop before its first book: a word for readers, and one for the bookseller, who alone can change it. */
export default function OpeningSoon() {
  return useLocation().pathname === href("/") ? (
    <>
      <section aria-labelledby="hero-title" className="hero">
        <div className="hero-text">
          <h1 id="hero-title" className="text-hero tracking-[-0.03em]">
            Discover Your Next Great Read
          </h1>
          <p className="mt-5 max-w-[30rem] text-lead text-quiet lg:mt-7">
            Very soon. The shelves are up, and the first books are on their way.
          </p>
        </div>
        <Endpaper pattern="jaal" inks="neel" className="hero-endpaper px-4 py-14 sm:py-20">
          <div className="label self-center px-10 py-8 text-center">
            <p className="font-display text-h2">Opening soon</p>
          </div>
        </Endpaper>
      </section>
      <div className="page">
        <ForTheBookseller />
      </div>
    </>
  ) : (
    <>
      <Endpaper pattern="buti" inks="rose" className="mt-10 grid px-4 py-14 sm:px-10 sm:py-20 lg:py-24">
        <div className="label max-w-measure px-7 py-9 sm:px-12 sm:py-12">
          <h2 className="text-h2">Opening soon</h2>
          <p className="mt-4 text-lead">
            The shelves are up, and the first books are on their way. Come back for them.
          </p>
          <p className="mt-7 flex flex-wrap gap-3">
            <ButtonLink to={href("/newsletter")}>Get the newsletter</ButtonLink>
            <ButtonLink to={href("/about")} variant="outline">
              About the shop
            </ButtonLink>
          </p>
        </div>
      </Endpaper>
      <ForTheBookseller />
    </>
  );
}

/** What only the bookseller can do, said where the bookseller looks first. */
function ForTheBookseller() {
  return (
    <section aria-labelledby="bookseller-title" className="mt-10 max-w-[44rem] border-t border-line pt-6">
      <h2 id="bookseller-title" className="text-h3">
        If this is your shop
      </h2>
      <p className="mt-2">
        It has no book yet. Put yours in at the desk, whose address the shop printed when it started, or with three
        commands, on the computer the shop runs on. This note is gone with the first book.
      </p>
      <ol className="mt-4 list-decimal space-y-4 pl-6 marker:text-quiet">
        <li>
          Write a table, and put your books in place of its two examples. Or take a file you have, in CSV, TSV or ONIX.
          <Command>npm run -s shop -- import template &gt; books.csv</Command>
        </li>
        <li>
          See what would change.
          <Command>npm run shop -- import books.csv --preview</Command>
        </li>
        <li>
          Put the books into the shop.
          <Command>npm run shop -- import books.csv</Command>
        </li>
      </ol>
    </section>
  );
}

function Command({ children }: { children: string }) {
  return (
    <code className="mt-1.5 block border-l-4 border-line bg-raised px-4 py-2.5 text-small wrap-anywhere">
      {children}
    </code>
  );
}
