/** An author's books, and the form that moves ticked ones to another author. */

import { Link } from "react-router";

import { detectLanguage } from "#app/display/detect-language.ts";
import { Form } from "#desk/components/forms/form.tsx";
import { orderedLabels, Pager } from "#desk/components/pager.tsx";
import { deskHref } from "#desk/desk-routes.ts";
import type { ActionError } from "#desk/http/action-error.ts";
import { roleWords } from "#desk/pages/book/book-labels.ts";
import type { WorkOfAuthor } from "#shop/catalogue/merging/authors/list-authors.server.ts";
import { Badge } from "#ui/badge.tsx";
import { Button } from "#ui/button.tsx";
import { TextField } from "#ui/field.tsx";

interface WorksOfAuthorProps {
  author: string;
  works: WorkOfAuthor[];
  trouble: ActionError | null;
  /** Links to the first and the next page of the list; null if there is none. */
  newest: string | null;
  further: string | null;
}

export function WorksOfAuthor({ author, works, trouble, newest, further }: WorksOfAuthorProps) {
  if (works.length === 0)
    return (
      <section aria-labelledby="works">
        <h2 id="works" className="text-title">
          Books
        </h2>
        <p className="mt-3 text-quiet">No book has this author.</p>
      </section>
    );
  return (
    <section aria-labelledby="works">
      <h2 id="works" className="text-title">
        Books
      </h2>
      <Form method="post" className="mt-3 grid gap-4">
        <input type="hidden" name="author" value={author} />
        <ul className="border-t border-line">
          {works.map(({ workId, bookId, title, roles, isListed }) => (
            <li key={workId} className="flex items-center gap-x-2 border-b border-line">
              <label className="inline-flex min-h-11 min-w-11 items-center justify-center">
                <input
                  type="checkbox"
                  name="work"
                  value={workId}
                  aria-invalid={trouble?.errors.work ? true : undefined}
                  aria-describedby={trouble?.errors.work ? "work-error" : undefined}
                  className="size-5 accent-action"
                />
                <span className="sr-only">{title} is by somebody else</span>
              </label>
              <span className="min-w-0 break-words">
                <Link
                  className="link inline-flex min-h-11 items-center"
                  lang={detectLanguage(title)}
                  to={deskHref("/books/:book", { book: bookId })}
                >
                  {title}
                </Link>{" "}
                {roles.some((role) => role !== "author") && (
                  <span className="text-small text-quiet">
                    {roles.map((role) => roleWords[role].toLowerCase()).join(", ")}{" "}
                  </span>
                )}
                {!isListed && <Badge>Hidden</Badge>}
              </span>
            </li>
          ))}
        </ul>
        {trouble?.errors.work && (
          <p id="work-error" className="text-small font-semibold text-vermilion">
            {trouble.errors.work}
          </p>
        )}
        <Pager newest={newest} older={further} words={orderedLabels} />
        <div>
          <h3 className="font-semibold">Are some of these by somebody else?</h3>
          <p className="text-quiet">
            Tick these books, and write the name of the other author. It may be the same name.
          </p>
        </div>
        <div className="field-row max-w-measure sm:grid-cols-[1fr_auto]">
          <TextField
            label="Name of the other author"
            name="partName"
            autoComplete="off"
            maxLength={200}
            defaultValue={trouble?.values.partName}
            error={trouble?.errors.partName}
          />
          <p>
            <Button variant="outline" name="intent" value="catalogue.part-author">
              Move the ticked books
            </Button>
          </p>
        </div>
      </Form>
    </section>
  );
}
