/**
 * The desk's page that adds a book: first the field for the ISBN, then the form, filled in with known data of the book.
 */
import { randomUUID } from "node:crypto";

import { useCallback, useRef } from "react";
import { Link } from "react-router";

import { servicesContext } from "#app/http/context.ts";
import { ActionBanner } from "#desk/components/frame/action-banner.tsx";
import { BackLink } from "#desk/components/back-link.tsx";
import { Form } from "#desk/components/forms/form.tsx";
import { IsbnBooks } from "#desk/components/scanning/isbn-books.tsx";
import { ScanWithCamera } from "#desk/components/scanning/scan-with-camera.tsx";
import { deskHref } from "#desk/desk-routes.ts";
import { answerAction } from "#desk/http/answer-action.server.ts";
import type { BookChoice } from "#desk/http/books/book-choice.ts";
import { findIsbnBooks } from "#desk/http/books/isbn-books.server.ts";
import { redirectWithFlash } from "#desk/http/redirect-with-flash.server.ts";
import { requireStaff } from "#desk/http/staff.server.ts";
import { BookFields } from "#desk/pages/book/book-fields.tsx";
import faces from "#desk/pages/look/faces.css?url";
import { PreviewedForm } from "#desk/pages/book/previewed-form.tsx";
import { formFields } from "#shop/catalogue/editing/form/form-fields.ts";
import { findBookByIsbn, listCategoryPaths } from "#shop/catalogue/editing/form/read-book.server.ts";
import { startBook, type NewBookForm } from "#shop/catalogue/editing/form/start-book.server.ts";
import { parseTypedIsbn, describeInvalidIsbn } from "#shop/catalogue/editing/form/typed-isbn.ts";
import { shortDay } from "#shop/kernel/dates/dates.ts";
import { Button } from "#ui/button.tsx";
import { Checkbox } from "#ui/checkbox.tsx";
import { TextField } from "#ui/field.tsx";
import { readCameFrom } from "./came-from.ts";
import { addBookFromDesk } from "./actions.server.ts";

import type { Route } from "./+types/route";

export async function loader(args: Route.LoaderArgs) {
  await requireStaff(args, { needs: "books" });
  const { db, now, settings } = args.context.get(servicesContext);
  const query = new URL(args.request.url).searchParams;
  const typed = (query.get("isbn") ?? "").replaceAll("\0", "").slice(0, 100).trim();
  const shop = { shopUrl: settings.publicUrl, shopName: settings.name };
  const from = readCameFrom(args.request.url);
  const back = from && { from: from.from, name: from.name, to: from.to(typed) };
  const asked = { title: textIn(query, "title"), author: textIn(query, "author") };
  const none = {
    ...shop,
    typed,
    problem: null,
    mayBe: [],
    values: null,
    filledIn: null,
    fields: formFields,
    categories: [],
    key: "",
    back,
    asked,
  };
  const key = randomUUID();
  const wished = { title: asked.title, person1: asked.author, role1: asked.author && "author" };
  if (query.get("without") === "isbn") return { ...none, values: wished, categories: await listCategoryPaths(db), key };
  if (typed === "") return none;
  const read = parseTypedIsbn(typed);
  if ("problem" in read) {
    return { ...none, problem: describeInvalidIsbn(typed), mayBe: await findIsbnBooks(db, typed) };
  }
  const known = await findBookByIsbn(db, read.isbn13);
  if (known && from)
    throw redirectWithFlash(args.request, from.to(read.isbn13), `The shop now has “${known.title}”. ${from.next}`);
  if (known)
    throw redirectWithFlash(
      args.request,
      deskHref("/books/:book", { book: known.id }),
      "The shop already has this book: this is its page. If you have another book with the same number printed on it, add it without an ISBN.",
    );
  const { values: told, categories, source, isPublisherGuessed } = await startBook(db, read.isbn13, now());
  // Data of an import file is preferred to data from a reader's request.
  const values = { ...told, ...(told.title ? {} : wished) };
  return { ...none, values, filledIn: { source, isPublisherGuessed }, categories, key };
}

export function action(args: Route.ActionArgs) {
  return answerAction(args, [addBookFromDesk], (_, answer) => {
    const { book, isbn, words } = answer;
    const from = readCameFrom(args.request.url);
    if (from) return redirectWithFlash(args.request, from.to(isbn), `${words} ${from.next}`);
    return redirectWithFlash(args.request, deskHref("/books/:book", { book }), words);
  });
}

/** A text of the query, for the form. */
function textIn(query: URLSearchParams, name: string): string {
  return (query.get(name) ?? "").replaceAll("\0", "").slice(0, 300).trim();
}

export const links = () => [{ rel: "stylesheet", href: faces }];

export const meta = () => [{ title: "Add a book" }];

export default function NewBook({ loaderData, actionData }: Route.ComponentProps) {
  const { typed, problem, mayBe, values, filledIn, fields, categories, key, back, asked, shopUrl, shopName } =
    loaderData;
  const trouble = actionData ?? null;
  const filled = trouble?.values ?? values;
  return (
    <div className="desk-page">
      <BackLink to={back?.to ?? deskHref("/books")}>{back?.name ?? "Books"}</BackLink>
      <h1 className="text-h3">Add a book</h1>
      {filled === null ? (
        <AskIsbn typed={typed} problem={problem} mayBe={mayBe} carried={{ from: back?.from ?? "", ...asked }} />
      ) : (
        <>
          <ActionBanner trouble={trouble} />
          {filledIn && !trouble && <FilledIn {...filledIn} />}
          <div className="mt-5">
            <PreviewedForm values={filled} book={null} url={`${shopUrl}/books/…`} shopName={shopName}>
              <input type="hidden" name="key" value={trouble?.values.key ?? key} />
              <BookFields
                fields={fields}
                values={filled}
                errors={trouble?.errors ?? {}}
                categories={categories}
                isbnBooks={trouble?.books?.mayBe.isbn}
              />
              <div className="field-row mt-4 sm:grid-cols-2">
                <TextField
                  label="Copies in stock"
                  name="copies"
                  inputMode="numeric"
                  maxLength={6}
                  autoComplete="off"
                  defaultValue={trouble?.values.copies ?? "0"}
                  error={trouble?.errors.copies ?? null}
                />
                <p>
                  <Checkbox name="isListed" defaultChecked={trouble ? trouble.values.isListed === "on" : true}>
                    Show it to readers at once
                  </Checkbox>
                </p>
              </div>
              <p className="mt-5">
                <Button size="large" name="intent" value="books.add">
                  Add the book
                </Button>
              </p>
            </PreviewedForm>
          </div>
        </>
      )}
    </div>
  );
}

/** Tells from where the values in the form come. */
function FilledIn({ source, isPublisherGuessed }: Pick<NewBookForm, "source" | "isPublisherGuessed">) {
  return (
    <div className="mt-3 grid max-w-measure gap-1 text-quiet">
      {source && (
        <p>
          {source.fileName === null
            ? `Filled in from the book with this ISBN that was deleted on ${shortDay(source.readAt)}.`
            : `Filled in from “${source.fileName}”, read on ${shortDay(source.readAt)}.`}{" "}
          Check it before you save.
        </p>
      )}
      {isPublisherGuessed && <p>The publisher is guessed from other books with a similar ISBN. Check it.</p>}
    </div>
  );
}

interface AskIsbnProps {
  typed: string;
  problem: string | null;
  mayBe: BookChoice[];
  /** Query values that the next page gets too. */
  carried: Record<string, string>;
}

/** The form for the ISBN; a barcode scanner types into it and presses Enter. */
function AskIsbn({ typed, problem, mayBe, carried }: AskIsbnProps) {
  const kept = Object.fromEntries(Object.entries(carried).filter(([, value]) => value !== ""));
  const form = useRef<HTMLFormElement>(null);
  const send = useCallback((isbn: string) => {
    const field = form.current?.elements.namedItem("isbn");
    if (!(field instanceof HTMLInputElement)) return;
    field.value = isbn;
    form.current?.requestSubmit();
  }, []);
  return (
    <>
      <Form method="get" ref={form} className="mt-5 grid max-w-[28rem] gap-3">
        {Object.entries(kept).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <TextField
          label="ISBN"
          hint="Type it or scan the bar code. 10 or 13 digits, with or without hyphens"
          name="isbn"
          inputMode="numeric"
          autoComplete="off"
          // A scanner types into the focused element, and this page has no other purpose.
          // oxlint-disable-next-line jsx-a11y/no-autofocus
          autoFocus
          required
          maxLength={100}
          defaultValue={typed}
          error={problem}
        />
        <p>
          <Button>Continue</Button>
        </p>
      </Form>
      {mayBe.length > 0 && (
        <div className="mt-3">
          <IsbnBooks books={mayBe} />
        </div>
      )}
      <ScanWithCamera onIsbn={send} />
      <p className="mt-5">
        <Link
          className="link inline-flex min-h-11 items-center"
          to={deskHref("/books/new", { without: "isbn", ...kept })}
        >
          The book has no ISBN
        </Link>
      </p>
    </>
  );
}
