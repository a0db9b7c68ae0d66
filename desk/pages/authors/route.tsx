/** The desk's list of authors: all by name, those of one letter, or those that a search finds. */
import { Link } from "react-router";

import { servicesContext } from "#app/http/context.ts";
import { formatInitial } from "#app/routes/authors/beginnings.ts";
import { Form } from "#desk/components/forms/form.tsx";
import { NameRow } from "#desk/components/name-row.tsx";
import { orderedLabels, Pager } from "#desk/components/pager.tsx";
import { deskHref } from "#desk/desk-routes.ts";
import { readListQuery } from "#desk/http/list-query.ts";
import { requireStaff } from "#desk/http/staff.server.ts";
import { listAuthors, listAuthorsUnder, surnameLetters } from "#shop/catalogue/merging/authors/list-authors.server.ts";
import { formatCount } from "#shop/kernel/text/format-count.ts";
import { Button } from "#ui/button.tsx";
import { TextField } from "#ui/field.tsx";

import type { Route } from "./+types/route";

export async function loader(args: Route.LoaderArgs) {
  await requireStaff(args, { needs: "books" });
  const { text, after } = readListQuery(args.request.url);
  const { db } = args.context.get(servicesContext);
  const given = new URL(args.request.url).searchParams.get("letter");
  const letter = text === "" && given !== null && surnameLetters.includes(given) ? given : null;
  const found =
    letter === null
      ? await listAuthors(db, text, after)
      : { ...(await listAuthorsUnder(db, letter, after)), isCut: false };
  return { ...found, text, letter, letters: surnameLetters, isFirst: after === null };
}

export const meta = () => [{ title: "Authors" }];

export default function Authors({ loaderData }: Route.ComponentProps) {
  const { authors, next, isCut, text, letter, letters, isFirst } = loaderData;
  const isShopEmpty = authors.length === 0 && isFirst && text === "" && letter === null;
  return (
    <div className="desk-page">
      <h1 className="text-h3">Authors</h1>
      <p className="mt-1 max-w-measure text-quiet">
        All people who wrote, edited, translated or illustrated a book of the shop. A book with a new name adds an
        author.
      </p>
      <Form method="get" role="search" className="field-row mt-4 max-w-measure sm:grid-cols-[1fr_auto]">
        <TextField
          key={text}
          label="Name in any script, or web address"
          name="text"
          type="search"
          autoComplete="off"
          maxLength={200}
          defaultValue={text}
        />
        <p>
          <Button variant="outline">Find</Button>
        </p>
      </Form>
      <nav aria-label="Authors by surname" className="mt-3" hidden={isShopEmpty}>
        <ul className="flex flex-wrap gap-x-1">
          {letters.map((one) => (
            <li key={one}>
              <Link
                to={deskHref("/authors", { letter: one })}
                aria-current={one === letter ? "page" : undefined}
                className="link inline-flex min-h-11 min-w-9 items-center justify-center aria-[current=page]:bg-chip aria-[current=page]:font-semibold lg:min-h-8 lg:min-w-7"
              >
                {formatInitial(one)}
                {one === "other" && <span className="sr-only"> other scripts</span>}
              </Link>
            </li>
          ))}
          {(letter !== null || text !== "") && (
            <li>
              <Link className="link inline-flex min-h-11 items-center px-2 lg:min-h-8" to={deskHref("/authors")}>
                All authors
              </Link>
            </li>
          )}
        </ul>
      </nav>
      {letter !== null && (
        <p className="mt-2 max-w-measure text-small text-quiet">
          These are the authors of books that readers see, by surname. Use the search for translators, editors and
          illustrators, and for people without such a book.
        </p>
      )}
      {authors.length === 0 && (
        <p className="mt-6 max-w-measure break-words">
          {text !== "" ? (
            `Nobody was found for “${text}”. Type the beginning of a word of the name. For a person without a book that readers see, type the whole name.`
          ) : letter !== null ? (
            `No surname begins with ${formatInitial(letter)}.`
          ) : isFirst ? (
            <>
              The shop has no authors yet. They are added together with the first book, under{" "}
              <Link className="link" to={deskHref("/books")}>
                Books
              </Link>
              .
            </>
          ) : (
            "There are no more authors."
          )}
        </p>
      )}
      <ul className="mt-4">
        {authors.map(({ id, name, otherNames, books }) => (
          <NameRow key={id} to={deskHref("/authors/:author", { author: id })} name={name} otherNames={otherNames}>
            {books === 0 ? "readers see no book" : formatCount(books, "book")}
          </NameRow>
        ))}
      </ul>
      {isCut && <p className="mt-3 text-small text-quiet">There are more. Type more of the name.</p>}
      <Pager
        newest={isFirst ? null : deskHref("/authors", { letter })}
        older={next === null ? null : deskHref("/authors", { letter, after: next })}
        words={orderedLabels}
      />
    </div>
  );
}
