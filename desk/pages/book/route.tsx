/** The desk's page of one book: its form, listing and history. */
import faces from "#desk/pages/look/faces.css?url";
import { data, Link } from "react-router";

import { detectLanguage } from "#app/display/detect-language.ts";
import { servicesContext } from "#app/http/context.ts";
import { ActionBanner } from "#desk/components/frame/action-banner.tsx";
import { BackLink } from "#desk/components/back-link.tsx";
import { VersionsOfFields } from "#desk/components/forms/both-versions.tsx";
import { deskHref } from "#desk/desk-routes.ts";
import { answerAction } from "#desk/http/answer-action.server.ts";
import { redirectWithFlash } from "#desk/http/redirect-with-flash.server.ts";
import { requireStaff } from "#desk/http/staff.server.ts";
import { describeFields } from "#desk/pages/audit-log/field-words.server.ts";
import { AuditLogRows } from "#desk/pages/audit-log/audit-log-rows.tsx";
import { diffFields, formatField, type BookValues } from "#shop/catalogue/editing/form/book-values.ts";
import { formFields } from "#shop/catalogue/editing/form/form-fields.ts";
import { findDeskBook, listCategoryPaths } from "#shop/catalogue/editing/form/read-book.server.ts";
import { readAuditLog } from "#shop/kernel/audit-log/read-audit-log.server.ts";
import { bookActions } from "./actions.server.ts";
import { BookForm } from "./book-form.tsx";
import { ListingPart } from "./listing-part.tsx";

import type { Route } from "./+types/route";

const shownHistory = 10;

export async function loader(args: Route.LoaderArgs) {
  await requireStaff(args, { needs: "books" });
  const { db, settings } = args.context.get(servicesContext);
  const id = args.params.book ?? "";
  const book = /^[a-z0-9-]{1,120}$/.test(id) ? await findDeskBook(db, id) : null;
  if (!book) throw data("There is no such book in the shop.", { status: 404 });
  const [categories, history] = await Promise.all([
    listCategoryPaths(db),
    readAuditLog(db, { who: null, chapter: null, subject: `book ${id}`, before: null }),
  ]);
  const { publicUrl, name } = settings;
  return {
    book,
    fields: formFields,
    categories,
    history: history.rows.slice(0, shownHistory).map((row) => ({ ...row, fields: describeFields(row) })),
    isHistoryCut: history.rows.length > shownHistory,
    shopUrl: publicUrl,
    shopName: name,
  };
}

export function action(args: Route.ActionArgs) {
  return answerAction(args, bookActions, (_, answer) => {
    if (typeof answer === "string")
      return redirectWithFlash(args.request, deskHref("/books/:book", { book: args.params.book }), answer);
    if ("preview" in answer) return data(answer);
    return redirectWithFlash(args.request, deskHref("/books"), `“${answer.deleted}” is deleted.`);
  });
}

/** After a rejected form, shows what another person saved meanwhile. */
export const shouldRevalidate = () => true;

export const links = () => [{ rel: "stylesheet", href: faces }];

export const meta = ({ loaderData }: { loaderData?: { book: { values: BookValues } } }) => [
  { title: loaderData?.book.values.title ?? "A book" },
];

export default function Book({ loaderData, actionData: answer }: Route.ComponentProps) {
  const { book, fields, categories, history, isHistoryCut, shopUrl, shopName } = loaderData;
  const trouble = answer && "action" in answer ? answer : null;
  const ofForm = trouble?.action === "books.save" ? trouble : null;
  const typed = ofForm?.values ?? (answer && "preview" in answer ? answer.preview : null);
  const isOvertaken = ofForm !== null && ofForm.values.version !== book.version;
  const { title } = book.values;
  return (
    <div className="desk-page grid gap-8">
      <div>
        <BackLink to={deskHref("/books")}>Books</BackLink>
        <h1 className="text-h3 break-words" lang={detectLanguage(title ?? "")}>
          {title}
        </h1>
        <ActionBanner trouble={trouble} />
        {isOvertaken && (
          <VersionsOfFields
            fields={diffFields(fields, book.values, ofForm.values).map((field) => ({
              label: field.label,
              typed: formatField(ofForm.values, field),
              now: formatField(book.values, field),
            }))}
          />
        )}
      </div>
      <ListingPart book={book} shopUrl={shopUrl} />
      <BookForm
        // A new version resets the form to the saved values.
        key={book.version}
        fields={fields}
        book={book}
        categories={categories}
        url={`${shopUrl}/books/${book.id}`}
        shopName={shopName}
        typed={typed}
        trouble={ofForm}
      />
      <section aria-labelledby="history">
        <h2 id="history" className="text-title">
          History
        </h2>
        {history.length === 0 ? (
          <p className="mt-3 text-quiet">It has not been changed at the desk yet.</p>
        ) : (
          <AuditLogRows rows={history} />
        )}
        {isHistoryCut && (
          <p className="mt-3">
            <Link className="link" to={deskHref("/record", { subject: `book ${book.id}` })}>
              All of it
            </Link>
          </p>
        )}
      </section>
    </div>
  );
}
