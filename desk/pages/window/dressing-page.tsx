import type { ReactNode } from "react";

import { ActionBanner } from "#desk/components/frame/action-banner.tsx";
import { BothVersions } from "#desk/components/forms/both-versions.tsx";
import { BackLink } from "#desk/components/back-link.tsx";
import { Form } from "#desk/components/forms/form.tsx";
import { deskHref } from "#desk/desk-routes.ts";
import type { ActionTrouble } from "#desk/http/action-trouble.ts";
import { knownBooks } from "#desk/http/book-choice.ts";
import { Banner } from "#ui/banner.tsx";
import { Button } from "#ui/button.tsx";

interface DressingPageProps {
  /** What is written here, and the field that says which one. */
  kind: "table" | "list" | "window";
  /** Null for a new one. */
  id: string | number | null;
  title: string;
  words?: string;
  /** Why the last form was not done. */
  trouble: ActionTrouble | null;
  /** What is saved, by the names of the fields, and what each is called. */
  loaded: Record<string, string>;
  labels: Record<string, string>;
  /** What the buttons send. */
  intents: { save: string; remove: string };
  /** What else there is to do with it, between the two forms. */
  besides?: ReactNode;
  /** The fields. */
  children: ReactNode;
}

/** A page on which something of the window is written: its form, both versions when somebody else was quicker, and its end. */
export function DressingPage(props: DressingPageProps) {
  const { kind, id, title, words, trouble, loaded, labels, intents, besides, children } = props;
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
        <BothVersions trouble={ofSave} now={loaded} labels={labels} />
      </div>
      <Form method="post" key={id === null ? "new" : JSON.stringify(loaded)} className="grid gap-4">
        <input type="hidden" name="was" value={id === null ? "" : JSON.stringify(loaded)} />
        <input type="hidden" name={kind} value={id ?? ""} />
        <input type="hidden" name="intent" value={intents.save} />
        {/* The first button is the one that Enter presses. */}
        <button type="submit" hidden tabIndex={-1}>
          Save
        </button>
        {children}
        <p className="desk-save">
          <Button>Save the {kind}</Button>
        </p>
      </Form>
      {besides}
      {id !== null && (
        <Form method="post">
          <input type="hidden" name={kind} value={id} />
          <p className="mb-3 text-quiet">A removed {kind} can be taken back for 30 days, in the record.</p>
          <Button variant="danger" name="intent" value={intents.remove}>
            Remove the {kind}
          </Button>
        </Form>
      )}
    </div>
  );
}

/** What is wrong with the form that saves; what is wrong with another form is none of its business. */
function troubleOfSave(trouble: ActionTrouble | null, save: string): ActionTrouble | null {
  return trouble?.action === save ? trouble : null;
}

/** What was typed and refused, else what is saved: all of it, what is known of its books, and the properties of each field. `titles` are those of the books that are saved. */
export function fieldsOf(
  trouble: ActionTrouble | null,
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
