/** The frame of the desk's pages of an author, a series or a category: forms to edit, merge and delete it. */
import type { ReactNode } from "react";

import { detectLanguage } from "#app/display/detect-language.ts";
import type { ActionError } from "#desk/http/action-error.ts";
import { formatCount } from "#shop/kernel/text/format-count.ts";
import { Button } from "#ui/button.tsx";
import { BackLink } from "./back-link.tsx";
import { BothVersions } from "./forms/both-versions.tsx";
import { Form } from "./forms/form.tsx";
import { MergeForm } from "./forms/merge-form.tsx";
import { ActionBanner } from "./frame/action-banner.tsx";

/** What the fields of the form show: the current values, or those of a rejected form with its errors. */
export interface RecordFields {
  values: Record<string, string>;
  /** Why the form was rejected. */
  trouble: ActionError | null;
  /** Returns the props of a field: its label, value and error. */
  field: (name: string) => {
    label: string;
    name: string;
    autoComplete: "off";
    defaultValue: string;
    error: string | undefined;
  };
}

interface RecordEditorProps {
  /** The kind of record. It is also the name of the form field with the id, and a part of the actions' names. */
  kind: "author" | "category" | "series";
  id: string;
  /** The list that the page's back link leads to. */
  list: { to: string; name: string };
  /** The current values, and the labels of their fields. */
  now: Record<string, string>;
  labels: Record<string, string>;
  /** Why the last form of the page was rejected, whichever form it was. */
  trouble: ActionError | null;
  /** Text about the record: the number of its books, and a link to its page. */
  about: ReactNode;
  renderFields: (form: RecordFields) => ReactNode;
  /** A picture next to the fields. */
  beside?: ReactNode;
  /** The texts and search results of the form that merges another record into this one. */
  join: {
    intent: string;
    heading: string;
    explanation: string;
    hint: string;
    text: string | null;
    found: { id: string; name: string; books: number }[];
  };
  canBeRemoved?: boolean;
  /** Further forms of the page. */
  children?: ReactNode;
}

export function RecordEditor(props: RecordEditorProps) {
  const { kind, id, list, now, labels, trouble, about, renderFields, beside, join, canBeRemoved, children } = props;
  const save = `catalogue.save-${kind}`;
  const ofSave = trouble?.action === save ? trouble : null;
  const values = ofSave?.values ?? now;
  const name = now.name ?? "";
  const field = (name: string) => ({
    label: labels[name] ?? name,
    name,
    autoComplete: "off" as const,
    defaultValue: values[name] ?? "",
    error: ofSave?.errors[name],
  });
  return (
    <div className="desk-page grid gap-8">
      <div>
        <BackLink to={list.to}>{list.name}</BackLink>
        <h1 className="text-h3 break-words" lang={detectLanguage(name)}>
          {name}
        </h1>
        {about}
        <ActionBanner trouble={trouble} />
        <BothVersions trouble={ofSave} now={now} labels={labels} />
      </div>
      <Form
        method="post"
        key={JSON.stringify(now)}
        className={beside ? "grid items-start gap-6 sm:grid-cols-[minmax(0,1fr)_10rem]" : undefined}
        noValidate
      >
        <input type="hidden" name="was" value={JSON.stringify(now)} />
        <input type="hidden" name={kind} value={id} />
        <div className="grid gap-4">
          {renderFields({ values, trouble: ofSave, field })}
          <p>
            <Button name="intent" value={save}>
              Save
            </Button>
          </p>
        </div>
        {beside}
      </Form>
      {children}
      <MergeForm
        {...join}
        label="The duplicate"
        found={join.found
          .filter((other) => other.id !== id)
          .map(({ id, name, books }) => ({ id, name, about: `${id}, ${formatCount(books, "book")}` }))}
        own={{ field: kind, id, name }}
      />
      {canBeRemoved && (
        <Form method="post">
          <input type="hidden" name={kind} value={id} />
          <Button variant="danger" name="intent" value={`catalogue.remove-${kind}`}>
            Remove this {kind}
          </Button>
        </Form>
      )}
    </div>
  );
}
