/** The desk's page of one author: names and texts, books, and a merge with another author. */
import { data } from "react-router";

import { servicesContext } from "#app/http/context.ts";
import { RecordEditor, type RecordFields } from "#desk/components/record-editor.tsx";
import { deskHref } from "#desk/desk-routes.ts";
import { answerAction } from "#desk/http/answer-action.server.ts";
import { readIdIn, readListQuery } from "#desk/http/list-query.ts";
import { redirectWithFlash } from "#desk/http/redirect-with-flash.server.ts";
import { requireStaff } from "#desk/http/staff.server.ts";
import { findAuthor } from "#shop/catalogue/books/authors.server.ts";
import { findAuthorRecord } from "#shop/catalogue/merging/authors/author-record.server.ts";
import { listAuthors, listWorksOfAuthor } from "#shop/catalogue/merging/authors/list-authors.server.ts";
import { formatCount } from "#shop/kernel/text/format-count.ts";
import { Checkbox } from "#ui/checkbox.tsx";
import { TextArea, TextField } from "#ui/field.tsx";
import { authorActions } from "./actions.server.ts";
import { authorLabels, authorValues } from "./author-form.ts";
import { WorksOfAuthor } from "./works-of-author.tsx";

import type { Route } from "./+types/author.route";

export async function loader(args: Route.LoaderArgs) {
  await requireStaff(args, { needs: "books" });
  const { db, settings } = args.context.get(servicesContext);
  const id = readIdIn(args.params.author);
  const { after, join } = readListQuery(args.request.url);
  const [record, shown] = await Promise.all([id && findAuthorRecord(db, id), id && findAuthor(db, id)]);
  if (!id || !record || !shown) throw data("There is no such author in the shop.", { status: 404 });
  const [works, found] = await Promise.all([
    listWorksOfAuthor(db, id, after),
    join === null ? null : listAuthors(db, join, null),
  ]);
  return {
    id,
    values: authorValues(record),
    books: shown.bookCount,
    portraitKey: shown.portraitKey,
    ...works,
    isFirst: after === null,
    join,
    found: found?.authors ?? [],
    url: `${settings.publicUrl}/authors/${id}`,
  };
}

export function action(args: Route.ActionArgs) {
  return answerAction(args, authorActions, (_, answer) => {
    const { author, words } = answer;
    return redirectWithFlash(args.request, deskHref("/authors/:author", { author }), words);
  });
}

/** Reloads the data after a rejected form. */
export const shouldRevalidate = () => true;

export const meta = ({ loaderData }: { loaderData?: { values: Record<string, string> } }) => [
  { title: loaderData?.values.name ?? "An author" },
];

export default function Author({ loaderData, actionData }: Route.ComponentProps) {
  const { id, values, books, portraitKey, works, next, isFirst, join, found, url } = loaderData;
  const trouble = actionData ?? null;
  return (
    <RecordEditor
      kind="author"
      id={id}
      list={{ to: deskHref("/authors"), name: "Authors" }}
      now={values}
      labels={authorLabels}
      trouble={trouble}
      about={
        <p className="mt-1">
          {books === 0
            ? "Readers see no book by this author."
            : `Readers see ${formatCount(books, "book")} by this author. `}
          {books > 0 && (
            <a className="link" href={url} rel="noreferrer">
              See the author’s page
            </a>
          )}
        </p>
      }
      renderFields={(form) => <AuthorFields {...form} />}
      beside={
        <figure className="max-sm:order-first max-sm:w-28">
          <img src={`/portraits/${portraitKey}-320.webp`} width="160" height="160" alt="" className="h-auto w-full" />
          <figcaption className="mt-1 text-small text-quiet">The shop draws this picture from the name.</figcaption>
        </figure>
      }
      join={{
        intent: "catalogue.join-authors",
        heading: "Is this person listed twice?",
        explanation: `All books of the duplicate move to ${values.name}, and its web address redirects here. You can undo this on the page History, unless it moves more than 2,000 books.`,
        hint: "A name, or the last part of the web address",
        text: join,
        found,
      }}
    >
      <WorksOfAuthor
        author={id}
        works={works}
        trouble={trouble?.action === "catalogue.part-author" ? trouble : null}
        newest={isFirst ? null : deskHref("/authors/:author", { author: id })}
        further={next === null ? null : deskHref("/authors/:author", { author: id, after: next })}
      />
    </RecordEditor>
  );
}

function AuthorFields({ values, field }: RecordFields) {
  return (
    <>
      <div className="field-row lg:grid-cols-2">
        <TextField {...field("name")} hint="As on the title page" required maxLength={200} />
        <TextField {...field("sortName")} hint="Such as “Tagore, Rabindranath”" isOptional maxLength={200} />
      </div>
      <TextArea
        {...field("otherNames")}
        hint="One name on each line, such as रवीन्द्रनाथ ठाकुर. It is shown with books in that script."
        isOptional
        rows={2}
      />
      <TextArea {...field("bio")} hint="Dates and life, in your own words" isOptional rows={6} maxLength={10_000} />
      <Checkbox name="isFeatured" value="yes" defaultChecked={values.isFeatured === "yes"}>
        Show among the authors on the home page
      </Checkbox>
    </>
  );
}
