/** The desk's page of an edition's work: the other editions and translations, and the forms to merge and split them. */
import { data, Link } from "react-router";

import { formatNames } from "#app/display/format-names.ts";
import { detectLanguage } from "#app/display/detect-language.ts";
import { servicesContext } from "#app/http/context.ts";
import { ActionBanner } from "#desk/components/frame/action-banner.tsx";
import { CannotBeUndone } from "#desk/components/forms/cannot-be-undone.tsx";
import { Form } from "#desk/components/forms/form.tsx";
import { MergeForm } from "#desk/components/forms/merge-form.tsx";
import { BackLink } from "#desk/components/back-link.tsx";
import { deskHref } from "#desk/desk-routes.ts";
import { answerAction } from "#desk/http/answer-action.server.ts";
import { readIdIn, readListQuery } from "#desk/http/list-query.ts";
import { redirectWithFlash } from "#desk/http/redirect-with-flash.server.ts";
import { requireStaff } from "#desk/http/staff.server.ts";
import { anyBook } from "#shop/catalogue/editing/book-query.ts";
import { listBooks } from "#shop/catalogue/editing/list-books.server.ts";
import { findDeskBook } from "#shop/catalogue/editing/form/read-book.server.ts";
import { listDoors } from "#shop/catalogue/merging/works/list-doors.server.ts";
import { Badge } from "#ui/badge.tsx";
import { Button } from "#ui/button.tsx";
import { editionActions } from "./actions.server.ts";

import type { Route } from "./+types/route";

const maxFound = 20;
const languages = new Intl.DisplayNames("en", { type: "language" });

export async function loader(args: Route.LoaderArgs) {
  await requireStaff(args, { needs: "books" });
  const { db } = args.context.get(servicesContext);
  const id = readIdIn(args.params.book);
  const { join } = readListQuery(args.request.url);
  const book = id && (await findDeskBook(db, id));
  if (!id || !book) throw data("There is no such book in the shop.", { status: 404 });
  const [doors, found] = await Promise.all([
    listDoors(db, book.workId),
    join === null ? null : listBooks(db, { ...anyBook, text: join }, { limit: maxFound }),
  ]);
  const own = new Set([id, ...book.otherEditions.map((edition) => edition.id)]);
  return {
    id,
    title: book.values.title ?? "",
    editions: book.otherEditions,
    doors,
    join,
    found: (found?.books ?? [])
      .filter((other) => !own.has(other.id))
      .map(({ id, title, authors, format, language }) => ({
        id,
        name: title,
        about: [authors, formatNames[format].toLowerCase(), languages.of(language) ?? language]
          .filter(Boolean)
          .join(", "),
      })),
  };
}

export function action(args: Route.ActionArgs) {
  return answerAction(args, editionActions, (_, answer) =>
    redirectWithFlash(args.request, deskHref("/books/:book/work", { book: args.params.book }), answer),
  );
}

/** Reloads the data after a rejected form. */
export const shouldRevalidate = () => true;

export const meta = ({ loaderData }: { loaderData?: { title: string } }) => [
  { title: `Editions of ${loaderData?.title ?? "a book"}` },
];

export default function Work({ loaderData, actionData }: Route.ComponentProps) {
  const { id, title, editions, doors, join, found } = loaderData;
  const trouble = actionData ?? null;
  const isAlone = editions.length === 0;
  return (
    <div className="desk-page grid gap-8">
      <div>
        <BackLink to={deskHref("/books/:book", { book: id })} lang={detectLanguage(title)}>
          {title}
        </BackLink>
        <h1 className="text-h3 break-words">
          Editions of <cite lang={detectLanguage(title)}>{title}</cite>
        </h1>
        <p className="mt-1 max-w-measure text-quiet">
          Editions of one work share title, people, series, description, categories and reviews. A translation is
          another work of the same title, and their pages link to each other.
        </p>
        <ActionBanner trouble={trouble} />
      </div>
      <section aria-labelledby="editions">
        <h2 id="editions" className="text-title">
          Editions and translations
        </h2>
        {isAlone && <p className="mt-2">This is the only edition of its work.</p>}
        {(editions.length > 0 || doors.length > 0) && (
          <ul className="mt-3 border-t border-line">
            {editions.map((edition) => (
              <li key={edition.id} className="flex flex-wrap items-center gap-x-4 border-b border-line py-1">
                <span className="min-w-0 flex-1 basis-52 break-words">
                  <Link
                    className="link inline-flex min-h-11 items-center"
                    to={deskHref("/books/:book", { book: edition.id })}
                  >
                    {[formatNames[edition.format], languages.of(edition.language) ?? edition.language]
                      .filter(Boolean)
                      .join(", ")}
                  </Link>{" "}
                  <span className="text-small text-quiet">{edition.id}</span>{" "}
                  {!edition.isListed && <Badge>Hidden</Badge>}
                </span>
                <Form method="post">
                  <input type="hidden" name="book" value={id} />
                  <input type="hidden" name="other" value={edition.id} />
                  <Button variant="danger" name="intent" value="catalogue.join-editions">
                    Merge: it is the same edition<span className="sr-only">: {edition.id}</span>
                  </Button>
                </Form>
              </li>
            ))}
            {doors.map((door) => (
              <li key={door.id} className="border-b border-line">
                <Link
                  className="link inline-flex min-h-11 items-center"
                  to={deskHref("/books/:book", { book: door.id })}
                  lang={detectLanguage(door.title)}
                >
                  {door.title}
                </Link>{" "}
                <span className="text-small text-quiet">
                  the same title in {languages.of(door.language) ?? door.language}
                  {door.isOriginal && ", the original"}
                </span>
              </li>
            ))}
          </ul>
        )}
        {!isAlone && (
          <CannotBeUndone what="If an edition was entered twice, merge the other one into this one. The other one is hidden from readers, its web address redirects here, and its wishes and positions on lists move here." />
        )}
        {doors.length > 0 && (
          <Form method="post" className="mt-4">
            <input type="hidden" name="book" value={id} />
            <Button variant="outline" name="intent" value="catalogue.set-original">
              This is the original, the others are translations
            </Button>
          </Form>
        )}
        {!isAlone && doors.length > 0 && (
          <Form method="post" className="mt-4">
            <input type="hidden" name="book" value={id} />
            <input type="hidden" name="whole" value="title" />
            <Button variant="danger" name="intent" value="catalogue.part-work">
              Separate all editions of this work from the translations
            </Button>
          </Form>
        )}
        {(!isAlone || doors.length > 0) && (
          <Form method="post" className="mt-4">
            <input type="hidden" name="book" value={id} />
            <p className="mb-3 max-w-measure text-quiet">
              {isAlone
                ? "They become two separate titles. Each keeps its own reviews."
                : "This edition becomes a separate work with the same texts. Reviews stay with the other editions. Imports will not merge them again."}
            </p>
            <Button variant="danger" name="intent" value="catalogue.part-work">
              {isAlone ? "Separate it from its translations" : "Make this edition a separate work"}
            </Button>
          </Form>
        )}
      </section>
      <MergeForm
        heading="Is this an edition of another book?"
        explanation={`${isAlone ? "This book becomes an edition of the other book’s work, which keeps its own texts; the reviews of this book move there. If a reader reviewed both, the older review is deleted and cannot be restored. The rest can be undone on the page History." : "Only this edition moves to the other book’s work. Reviews stay with the other editions. You can undo this on the page History."}`}
        label="The other book"
        hint="Title, author, ISBN, or the last part of its web address"
        text={join}
        found={found}
        intent="catalogue.join-works"
        own={{ field: "book", id, name: title }}
      />
    </div>
  );
}
