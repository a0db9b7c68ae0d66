/**
 * The page that edits a table, a reading list or a window: the form, both versions if another person saved meanwhile,
 * and the button that removes it.
 */

import type { ReactNode } from "react";

import { ActionBanner } from "#desk/components/frame/action-banner.tsx";
import { BothVersions } from "#desk/components/forms/both-versions.tsx";
import { BackLink } from "#desk/components/back-link.tsx";
import { Form } from "#desk/components/forms/form.tsx";
import { deskHref } from "#desk/desk-routes.ts";
import type { ActionError } from "#desk/http/action-error.ts";
import { knownBooks } from "#desk/http/books/book-choice.ts";
import { Banner } from "#ui/banner.tsx";
import { Button } from "#ui/button.tsx";

/** The id of the form that saves. */
export const formId = "storefront";

interface StorefrontEditorProps {
  /** The kind of entry that the page edits. It is also the name of the form field with the id. */
  kind: "table" | "list" | "window";
  /** The id of the entry; null for a new entry. */
  id: string | number | null;
  title: string;
  words?: string;
  /** Why the last form was refused. */
  trouble: ActionError | null;
  /** Saved values and labels, by field name. */
  loaded: Record<string, string>;
  labels: Record<string, string>;
  describe?: (field: string, value: string) => string;
  /** The intents that the buttons send. */
  intents: { save: string; remove: string };
  /** Further content between the two forms. */
  besides?: ReactNode;
  /** What is next to the forms on a wide screen, and below them on others. */
  aside?: ReactNode;
  children: ReactNode;
}

export function StorefrontEditor(props: StorefrontEditorProps) {
  const { kind, id, title, words, trouble, loaded, labels, describe, intents, besides, aside, children } = props;
  const ofSave = troubleOfSave(trouble, intents.save);
  return (
    <div className="desk-page grid gap-8">
      <div>
        <BackLink to={deskHref("/window")}>Window</BackLink>
        <h1 className="text-h3 break-words">{title}</h1>
        {words && <p className="mt-2 max-w-measure text-quiet">{words}</p>}
        <ActionBanner trouble={trouble} />
        {ofSave?.errors.form && (
          <Banner variant="error" className="mt-4">
            {ofSave.errors.form}
          </Banner>
        )}
        <BothVersions trouble={ofSave} now={loaded} {...{ labels, describe }} />
      </div>
      <div className={aside ? "grid gap-8 xl:grid-cols-[minmax(0,1fr)_minmax(0,30rem)]" : "contents"}>
        <div className="grid min-w-0 content-start gap-8">
          <Form method="post" id={formId} key={id === null ? "new" : JSON.stringify(loaded)} className="grid gap-4">
            <input type="hidden" name="was" value={id === null ? "" : JSON.stringify(loaded)} />
            <input type="hidden" name={kind} value={id ?? ""} />
            <input type="hidden" name="intent" value={intents.save} />
            {/* Enter in a field presses the first button of a form. */}
            <button type="submit" hidden tabIndex={-1}>
              Save
            </button>
            {children}
            <p className="desk-save">
              <Button>Save the {kind}</Button>
              {besides && (
                <a href="#publish" className="link inline-flex min-h-11 items-center">
                  Preview and publish
                </a>
              )}
            </p>
          </Form>
          {besides}
          {id !== null && (
            <Form method="post">
              <input type="hidden" name={kind} value={id} />
              <p className="mb-3 text-quiet">You can undo this for 30 days on the page History.</p>
              <Button variant="danger" name="intent" value={intents.remove}>
                Remove the {kind}
              </Button>
            </Form>
          )}
        </div>
        {aside}
      </div>
    </div>
  );
}

/** The error of the form that saves; null if another form of the page was rejected. */
function troubleOfSave(trouble: ActionError | null, save: string): ActionError | null {
  return trouble?.action === save ? trouble : null;
}

/**
 * Returns the values of the form (those of a rejected form, otherwise the saved ones), its errors and books, and a
 * function that returns the props of a field. `titles` has the titles of the saved books.
 */
export function fieldsOf(
  trouble: ActionError | null,
  { save, loaded, labels, titles }: Record<"loaded" | "labels" | "titles", Record<string, string>> & { save: string },
) {
  const ofSave = troubleOfSave(trouble, save);
  const values = ofSave?.values ?? loaded;
  const field = (name: string) => ({
    label: labels[name],
    name,
    autoComplete: "off",
    defaultValue: values[name] ?? "",
    error: ofSave?.errors[name],
  });
  return { values, errors: ofSave?.errors, books: knownBooks(ofSave, titles), field };
}
