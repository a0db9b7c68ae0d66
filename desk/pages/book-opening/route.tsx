/** The desk's page of a book's opening page (extract, contents or note), one for each language. */
import { data, Link } from "react-router";

import { detectLanguage } from "#app/display/detect-language.ts";
import { servicesContext } from "#app/http/context.ts";
import { ActionBanner } from "#desk/components/frame/action-banner.tsx";
import { BothVersions } from "#desk/components/forms/both-versions.tsx";
import { BackLink } from "#desk/components/back-link.tsx";
import { Form } from "#desk/components/forms/form.tsx";
import { deskHref } from "#desk/desk-routes.ts";
import { answerAction } from "#desk/http/answer-action.server.ts";
import { readIdIn } from "#desk/http/list-query.ts";
import { redirectWithFlash } from "#desk/http/redirect-with-flash.server.ts";
import { requireStaff } from "#desk/http/staff.server.ts";
import { languageLabels } from "#desk/pages/book/book-labels.ts";
import { findDeskBook } from "#shop/catalogue/editing/form/read-book.server.ts";
import { listOpeningPages } from "#shop/catalogue/content/opening-pages.server.ts";
import { Button } from "#ui/button.tsx";
import { SelectField, TextArea, TextField } from "#ui/field.tsx";
import { openingActions } from "./actions.server.ts";
import { openingKindLabels, openingLabels, openingValues } from "./opening-form.ts";
import { OpeningPreview } from "./opening-preview.tsx";

import type { Route } from "./+types/route";

export async function loader(args: Route.LoaderArgs) {
  await requireStaff(args, { needs: "books" });
  const { db } = args.context.get(servicesContext);
  const id = readIdIn(args.params.book);
  const [book, pages] = await Promise.all([id && findDeskBook(db, id), id ? listOpeningPages(db, id) : []]);
  if (!id || !book) throw data("There is no such book in the shop.", { status: 404 });
  const asked = new URL(args.request.url).searchParams.get("language") ?? "";
  const language = /^[a-z]{2,3}$/.test(asked) ? asked : (pages[0]?.language ?? book.values.language ?? "en");
  const page = pages.find((one) => one.language === language);
  const noValues: Record<string, string> = {};
  return {
    id,
    title: book.values.title ?? "",
    hasOtherEditions: book.otherEditions.length > 0,
    language,
    others: pages.map((one) => one.language).filter((one) => one !== language),
    page: page ?? null,
    values: page ? openingValues(page) : noValues,
  };
}

export function action(args: Route.ActionArgs) {
  return answerAction(args, openingActions, (_, answer) => {
    if ("preview" in answer) return data(answer);
    const to = deskHref("/books/:book/opening", { book: args.params.book, language: answer.language });
    return redirectWithFlash(args.request, to, answer.words);
  });
}

/** Reloads the data after a rejected form. */
export const shouldRevalidate = () => true;

export const meta = ({ loaderData }: { loaderData?: { title: string } }) => [
  { title: `Opening pages of ${loaderData?.title ?? "a book"}` },
];

export default function Opening({ loaderData, actionData: answer }: Route.ComponentProps) {
  const { id, title, hasOtherEditions, language, others, page, values: loaded } = loaderData;
  const trouble = answer && "action" in answer ? answer : null;
  const ofForm = trouble && trouble.action !== "catalogue.remove-opening" ? trouble : null;
  const preview = answer && "preview" in answer ? answer.preview : null;
  const typed = ofForm?.values ?? (preview && { ...openingValues(preview), language: preview.language });
  const values: Record<string, string> = typed ?? { ...loaded, language };
  const shown = preview ?? page;
  const field = (name: string) => ({
    label: openingLabels[name],
    name,
    defaultValue: values[name] ?? "",
    error: ofForm?.errors[name],
  });
  return (
    <div className="desk-page grid gap-8">
      <div>
        <BackLink to={deskHref("/books/:book", { book: id })} lang={detectLanguage(title)}>
          {title}
        </BackLink>
        <h1 className="text-h3 break-words">
          Opening pages of <cite lang={detectLanguage(title)}>{title}</cite>
        </h1>
        <p className="mt-1 max-w-measure text-quiet">
          Readers see this text when they open the book.
          {hasOtherEditions && " All editions of the work have the same text."} Without it, the book opens at its title
          page.
        </p>
        {others.length > 0 && (
          <p className="mt-2 flex flex-wrap items-center gap-x-4">
            Other texts:
            {others.map((other) => (
              <Link
                key={other}
                className="link inline-flex min-h-11 items-center"
                to={deskHref("/books/:book/opening", { book: id, language: other })}
              >
                in {languageLabels[other] ?? other}
              </Link>
            ))}
          </p>
        )}
        <ActionBanner trouble={trouble} />
        <BothVersions trouble={ofForm} now={loaded} labels={openingLabels} />
      </div>
      <div className="grid items-start gap-8 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <Form method="post" key={`${language} ${JSON.stringify(loaded)}`} className="grid gap-4" noValidate>
          <input type="hidden" name="book" value={id} />
          <input type="hidden" name="opened" value={language} />
          <input type="hidden" name="was" value={JSON.stringify(loaded)} />
          <div className="field-row sm:grid-cols-[3fr_2fr]">
            <SelectField {...field("kind")} defaultValue={values.kind || "note"}>
              {Object.entries(openingKindLabels).map(([kind, words]) => (
                <option key={kind} value={kind}>
                  {words}
                </option>
              ))}
            </SelectField>
            <SelectField
              label="Language of the text"
              name="language"
              defaultValue={values.language}
              error={ofForm?.errors.language}
            >
              {!(language in languageLabels) && <option value={language}>{language}</option>}
              {Object.entries(languageLabels).map(([code, words]) => (
                <option key={code} value={code}>
                  {words}
                </option>
              ))}
            </SelectField>
          </div>
          <TextArea
            {...field("text")}
            hint="An empty line starts a new paragraph; ## begins a heading, *words* become italic"
            rows={14}
            required
          />
          <TextField
            {...field("source")}
            isOptional
            hint="For an extract: where it is from, such as “Chapter 1”"
            maxLength={300}
            autoComplete="off"
          />
          <TextField
            {...field("writtenBy")}
            hint="Shown below your own text"
            isOptional
            maxLength={300}
            autoComplete="off"
          />
          <p className="flex flex-wrap gap-3">
            <Button name="intent" value="catalogue.set-opening">
              Save
            </Button>
            <Button variant="outline" name="intent" value="catalogue.preview-opening">
              Preview
            </Button>
          </p>
        </Form>
        {shown && <OpeningPreview page={shown} title={title} isSaved={preview === null} />}
      </div>
      {page && (
        <Form method="post">
          <input type="hidden" name="book" value={id} />
          <input type="hidden" name="language" value={language} />
          <Button variant="danger" name="intent" value="catalogue.remove-opening">
            Delete this text
          </Button>
          <p className="mt-1 text-small text-quiet">The book then opens at its title page.</p>
        </Form>
      )}
    </div>
  );
}
