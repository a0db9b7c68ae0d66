import {
  data,
  Form,
  useActionData,
  useLoaderData,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
} from "react-router";

import { languageOf } from "#app/display/language-of.ts";
import { servicesContext } from "#app/http/context.ts";
import { ActionBanner } from "#desk/components/action-banner.tsx";
import { BothVersions } from "#desk/components/both-versions.tsx";
import { JoinForm } from "#desk/components/join-form.tsx";
import { BackLink } from "#desk/components/back-link.tsx";
import { deskHref } from "#desk/desk-routes.ts";
import type { ActionTrouble } from "#desk/http/action-trouble.ts";
import { answerAction } from "#desk/http/answer-action.server.ts";
import { readIdIn, readListQuery } from "#desk/http/list-query.ts";
import { redirectWithFlash } from "#desk/http/redirect-with-flash.server.ts";
import { requireStaff } from "#desk/http/staff.server.ts";
import { listShelves } from "#shop/joining/list-shelves.server.ts";
import { findShelfRecord } from "#shop/joining/shelf-record.server.ts";
import { counted } from "#shop/text/counted.ts";
import { foldText } from "#shop/text/fold-text.ts";
import { Button, ButtonLink } from "#ui/button.tsx";
import { SelectField, TextArea, TextField } from "#ui/field.tsx";
import { shelfActions } from "./actions.server.ts";
import { shelfLabels, shelfValues } from "./shelf-form.ts";

/** One shelf: what it is called, where it stands, what means it, its books, and what it can be joined with. */
export async function loader(args: LoaderFunctionArgs) {
  await requireStaff(args, { needs: "books" });
  const { db, settings } = args.context.get(servicesContext);
  const id = readIdIn(args.params.shelf);
  const { join } = readListQuery(args.request.url);
  const [record, shelves] = await Promise.all([id && findShelfRecord(db, id), listShelves(db)]);
  if (!id || !record) throw data("There is no such shelf in the shop.", { status: 404 });
  const wanted = foldText(join ?? "");
  return {
    id,
    values: shelfValues(record),
    books: shelves.find((shelf) => shelf.id === id)?.books ?? 0,
    parents: shelves.filter((shelf) => shelf.id !== id && (shelf.parentId === null || shelf.id === record.parentId)),
    isParent: shelves.some(({ parentId }) => parentId === id),
    join,
    found: shelves
      .filter(
        (shelf) => shelf.id !== id && wanted !== "" && (shelf.id === join || foldText(shelf.name).includes(wanted)),
      )
      .slice(0, 20)
      .map(({ id, name, books }) => ({ id, name, about: `${id}, ${counted(books, "book")}` })),
    url: `${settings.publicUrl}/categories/${id}`,
  };
}

export function action(args: ActionFunctionArgs) {
  return answerAction(args, shelfActions, (_, answer) => {
    const { shelf, words } = answer as { shelf: string | null; words: string };
    const to = shelf === null ? deskHref("/shelves") : deskHref("/shelves/:shelf", { shelf });
    return redirectWithFlash(args.request, to, words);
  });
}

/** After a refusal the page shows what is there now. */
export const shouldRevalidate = () => true;

export const meta = ({ loaderData }: { loaderData?: { values: Record<string, string> } }) => [
  { title: loaderData?.values.name ?? "A shelf" },
];

export default function Shelf() {
  const { id, values: loaded, books, parents, isParent, join, found, url } = useLoaderData<typeof loader>();
  const trouble = (useActionData<typeof action>() as ActionTrouble | undefined) ?? null;
  const ofSave = trouble?.action === "catalogue.save-shelf" ? trouble : null;
  const values = ofSave?.values ?? loaded;
  const name = loaded.name ?? "";
  const field = (field: string) => ({
    label: shelfLabels[field],
    name: field,
    defaultValue: values[field] ?? "",
    error: ofSave?.errors[field],
  });
  return (
    <div className="desk-page grid gap-8">
      <div>
        <BackLink to={deskHref("/shelves")}>Shelves</BackLink>
        <h1 className="text-h3 break-words" lang={languageOf(name)}>
          {name}
        </h1>
        <p className="mt-1">
          {books === 0 ? "Readers see no book on it." : `Readers see ${counted(books, "book")} on it. `}
          {books > 0 && (
            <a className="link" href={url} rel="noreferrer">
              See its page
            </a>
          )}
        </p>
        <p className="mt-3 flex flex-wrap gap-3">
          <ButtonLink variant="outline" to={deskHref("/books", { shelf: id })}>
            See its books
          </ButtonLink>
          <ButtonLink variant="outline" to={deskHref("/books/change", { shelf: id, kind: "shelf-remove", to: id })}>
            Remove books
          </ButtonLink>
          <ButtonLink variant="outline" to={deskHref("/books/change", { kind: "shelf-add", to: id })}>
            Add books
          </ButtonLink>
        </p>
        <ActionBanner trouble={trouble} />
        <BothVersions trouble={ofSave} now={loaded} labels={shelfLabels} />
      </div>
      <Form method="post" key={JSON.stringify(loaded)} className="grid gap-4" noValidate>
        <input type="hidden" name="was" value={JSON.stringify(loaded)} />
        <input type="hidden" name="shelf" value={id} />
        <div className="field-row sm:grid-cols-[2fr_1.5fr_1fr]">
          <TextField
            {...field("name")}
            hint={`Its web address stays ${id}`}
            required
            maxLength={80}
            autoComplete="off"
          />
          <SelectField {...field("parent")}>
            <option value="">None</option>
            {parents.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </SelectField>
          <TextField
            {...field("position")}
            hint="The smallest first"
            inputMode="numeric"
            required
            maxLength={5}
            autoComplete="off"
          />
        </div>
        <TextArea {...field("description")} hint="One or two sentences" isOptional rows={3} maxLength={2000} />
        <TextArea
          {...field("subjects")}
          hint="One a line, such as thema FFC: a file’s books that have the code come to this shelf"
          isOptional
          rows={5}
        />
        <p>
          <Button name="intent" value="catalogue.save-shelf">
            Save
          </Button>
        </p>
      </Form>
      <JoinForm
        heading="The same shelf twice?"
        explanation={`The books of the one you join come to ${name}, with the subjects that mean it and the shelves under it, and the old web address leads here. The record can take it back.`}
        label="The other one"
        hint="A part of its name, or the last part of its web address"
        text={join}
        found={found}
        intent="catalogue.join-shelves"
        own={{ field: "shelf", id, name }}
      />
      {books === 0 && !isParent && (
        <Form method="post">
          <input type="hidden" name="shelf" value={id} />
          <Button variant="danger" name="intent" value="catalogue.remove-shelf">
            Remove this shelf
          </Button>
        </Form>
      )}
    </div>
  );
}
