// The page of an author, a series or a category: they have the same forms around fields of their own.
import type { ReactNode } from "react";

import { languageOf } from "#app/display/language-of.ts";
import type { ActionTrouble } from "#desk/http/action-trouble.ts";
import { counted } from "#shop/kernel/text/counted.ts";
import { Button } from "#ui/button.tsx";
import { BackLink } from "./back-link.tsx";
import { BothVersions } from "./forms/both-versions.tsx";
import { Form } from "./forms/form.tsx";
import { JoinForm } from "./forms/join-form.tsx";
import { ActionBanner } from "./frame/action-banner.tsx";

/** What a form is asked to show: what is there now, or what was typed and refused, with what is wrong. */
export interface RecordFields {
  values: Record<string, string>;
  /** Why the record was not saved. */
  trouble: ActionTrouble | null;
  /** The label, value and error of a field. */
  field: (name: string) => {
    label: string;
    name: string;
    autoComplete: "off";
    defaultValue: string;
    error: string | undefined;
  };
}

interface RecordEditorProps {
  /** Names the field of the forms that holds the id, and their actions. */
  kind: "author" | "category" | "series";
  id: string;
  /** The list it belongs to. */
  list: { to: string; name: string };
  /** The values that are there now, and what their fields are called. */
  now: Record<string, string>;
  labels: Record<string, string>;
  /** Why a form of the page was not done. */
  trouble: ActionTrouble | null;
  /** What readers see of it, and where else it leads. */
  about: ReactNode;
  renderFields: (form: RecordFields) => ReactNode;
  /** A picture beside the fields. */
  beside?: ReactNode;
  /** Its join with another one: the question, what becomes of that one, and those that the text means. */
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

/** Changes a record, joins it with another one of its kind, and removes it where nothing needs it. */
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
        <h1 className="text-h3 break-words" lang={languageOf(name)}>
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
      <JoinForm
        {...join}
        label="The other one"
        found={join.found
          .filter((other) => other.id !== id)
          .map(({ id, name, books }) => ({ id, name, about: `${id}, ${counted(books, "book")}` }))}
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
