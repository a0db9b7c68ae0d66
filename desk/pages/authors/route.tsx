import { Form, Link, useLoaderData, type LoaderFunctionArgs } from "react-router";

import { servicesContext } from "#app/http/context.ts";
import { NameRow } from "#desk/components/name-row.tsx";
import { byOrder, PageTurner } from "#desk/components/page-turner.tsx";
import { deskHref } from "#desk/desk-routes.ts";
import { readListQuery } from "#desk/http/list-query.ts";
import { requireStaff } from "#desk/http/staff.server.ts";
import { listAuthors } from "#shop/joining/list-authors.server.ts";
import { counted } from "#shop/text/counted.ts";
import { Button } from "#ui/button.tsx";
import { TextField } from "#ui/field.tsx";

/** Everybody of whom the shop has a book, by name; or those that a text means. */
export async function loader(args: LoaderFunctionArgs) {
  await requireStaff(args, { needs: "books" });
  const { text, after } = readListQuery(args.request.url);
  const found = await listAuthors(args.context.get(servicesContext).db, text, after);
  return { ...found, text, isFirst: after === null };
}

export const meta = () => [{ title: "Authors" }];

export default function Authors() {
  const { authors, next, isCut, text, isFirst } = useLoaderData<typeof loader>();
  return (
    <div className="desk-page">
      <h1 className="text-h3">Authors</h1>
      <p className="mt-1 max-w-measure text-quiet">
        Everybody who wrote, edited, translated or drew a book of the shop. A new one is made when a book names them.
      </p>
      <Form method="get" role="search" className="field-row mt-4 max-w-measure sm:grid-cols-[1fr_auto]">
        <TextField
          key={text}
          label="Name, in any script, or address"
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
      {authors.length === 0 && (
        <p className="mt-6 max-w-measure break-words">
          {text !== "" ? (
            `Nobody was found for “${text}”. Names are found by how their words begin; whoever has no book on a shelf, by their whole name.`
          ) : isFirst ? (
            <>
              The shop has no author yet. They come with the first book, which is added under{" "}
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
            {books === 0 ? "no book on a shelf" : counted(books, "book")}
          </NameRow>
        ))}
      </ul>
      {isCut && <p className="mt-3 text-small text-quiet">There are more. Write more of the name.</p>}
      <PageTurner
        newest={isFirst ? null : deskHref("/authors")}
        older={next === null ? null : deskHref("/authors", { after: next })}
        words={byOrder}
      />
    </div>
  );
}
