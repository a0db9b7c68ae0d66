/**
 * The desk's page of a draft of the home page, new or stored; a new one starts from the published or an earlier
 * version.
 */
import { data, redirect } from "react-router";

import { servicesContext } from "#app/http/context.ts";
import { nameOfBook } from "#desk/http/books/name-of-book.ts";
import { describePickable } from "#desk/http/books/resolve-books.server.ts";
import { deskHref } from "#desk/desk-routes.ts";
import { requireStaff } from "#desk/http/staff.server.ts";
import { shortMoment } from "#shop/kernel/dates/dates.ts";
import { toMomentField } from "#shop/kernel/dates/moment-field.ts";
import { reviewNumber } from "#shop/people/reviews/review.ts";
import type { Services } from "#shop/services.ts";
import { shorten } from "#shop/kernel/text/clean-text.ts";
import { describeHiddenChoices } from "#shop/office/storefront/describe-storefront.ts";
import { previewQuery } from "#shop/office/storefront/preview-link.server.ts";
import { readStorefront } from "#shop/office/storefront/published-storefront.server.ts";
import { findStorefrontFacts } from "#shop/office/storefront/find-storefront-facts.server.ts";
import { usualLine, usualTitle } from "#shop/office/storefront/storefront.ts";
import { findPublished } from "#shop/office/storefront/storefront-drafts.server.ts";
import { TextField } from "#ui/field.tsx";
import { readDraft } from "./draft-actions.server.ts";
import { DraftFields } from "./draft-fields.tsx";
import { bookFieldsOfDraft, describeDraftValue, draftLabels, draftValues } from "./draft-form.ts";
import { answerStorefrontForm } from "#desk/pages/window/answer-storefront-form.server.ts";
import { HomePreview } from "#desk/pages/window/preview/home-preview.tsx";
import { StorefrontEditor, fieldsOf, formId } from "#desk/pages/window/storefront-editor.tsx";
import { draftActions } from "#desk/pages/window/publish-actions.server.ts";
import { PublishForms } from "./publish-forms.tsx";

import type { Route } from "./+types/draft.route";

export async function loader(args: Route.LoaderArgs) {
  await requireStaff(args, { needs: "window" });
  const services = args.context.get(servicesContext);
  const { now } = services;
  const query = new URL(args.request.url).searchParams;
  const id = readNumber(query.get("window"));
  const found =
    id === null ? await readNew(services, readNumber(query.get("from"))) : await readDraft(services.db, id, now());
  if (!found && id !== null && (await findPublished(services.db, id)))
    throw redirect(deskHref("/window/draft", { from: id }));
  if (!found) throw data("There is no such window any more.", { status: 404 });
  const { draft, facts, values } = found;
  const { books, codes, lists } = facts;
  const at = draft.dueAt === null ? now() : new Date(draft.dueAt);
  const reviews = [...facts.reviews, ...facts.pickable];
  return {
    id,
    values,
    preview: {
      url: `${services.settings.publicUrl}/?${previewQuery(services, { window: draft.content, at }, null)}`,
      due: draft.dueAt,
    },
    dueAt: draft.dueAt && `${shortMoment(draft.dueAt)}, India’s time`,
    tomorrow: `${toMomentField(new Date(now().getTime() + 86_400_000).toISOString()).slice(0, 11)}09:00`,
    givesWay: describeHiddenChoices(draft.content, facts),
    labels: draftLabels(codes),
    usual: { title: usualTitle, line: services.settings.words.home ?? usualLine },
    move: query.get("move") ?? "",
    codes,
    lists,
    titles: Object.fromEntries(books.map((book) => [nameOfBook(book), book.title])),
    chosen: Object.fromEntries(books.map((book) => [nameOfBook(book), describePickable(book)])),
    reviews: Object.fromEntries(
      reviews.map((review) => [
        reviewNumber(review),
        `${review.name}${review.book ? ` on ${review.book}` : ""}: ${shorten(review.words, 60)} (review ${reviewNumber(review)})`,
      ]),
    ),
    pickable: facts.pickable.map((review) => ({ ...review, number: reviewNumber(review) })),
  };
}

/** Reloads the data after a rejected form. */
export const shouldRevalidate = () => true;

export function action(args: Route.ActionArgs) {
  return answerStorefrontForm(args, draftActions, {
    path: "/window/draft",
    kind: "window",
    bookFields: bookFieldsOfDraft,
  });
}

export const meta = () => [{ title: "A window" }];

const intents = { save: "window.save-draft", remove: "window.remove-draft" };
const words =
  "A window contains everything that you choose for the home page. Readers see it only after you publish it. A table of the week appears on its own day.";

export default function Draft({ loaderData, actionData }: Route.ComponentProps) {
  const { id, values: loaded, labels, titles, givesWay, dueAt, tomorrow, preview, ...known } = loaderData;
  const trouble = actionData ?? null;
  const { values, errors, books, field } = fieldsOf(trouble, { save: intents.save, loaded, labels, titles });
  const copied = loaded.name ? `A copy of “${loaded.name}”` : "A new window";
  const title = id === null ? copied : (loaded.name ?? "");
  const publish = id !== null && <PublishForms {...{ id, loaded, dueAt, tomorrow, trouble }} />;
  return (
    <StorefrontEditor
      kind="window"
      besides={publish}
      describe={describeDraftValue}
      aside={<HomePreview form={formId} {...preview} />}
      {...{ id, title, words, trouble, loaded, labels, intents }}
    >
      {givesWay.length > 0 && (
        <ul className="desk-card list-disc py-3 pr-4 pl-8">
          {givesWay.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      )}
      <div className="max-w-measure">
        <TextField {...field("name")} hint="Only shown at the desk, such as “Diwali”" required maxLength={60} />
      </div>
      <DraftFields {...known} {...{ values, errors, books, field }} />
    </StorefrontEditor>
  );
}

/** A number of the query; null for anything else. */
function readNumber(given: string | null): number | null {
  return given !== null && /^[1-9]\d{0,8}$/.test(given) ? Number(given) : null;
}

/** The content of a new draft: a copy of the published home page, or of the earlier version `from`. */
async function readNew({ db, now }: Services, from: number | null) {
  const earlier = from === null ? null : await findPublished(db, from);
  if (from !== null && !earlier) return null;
  const draft = earlier ?? { name: "", content: await readStorefront(db), dueAt: null };
  const facts = await findStorefrontFacts(db, draft.content, now());
  return { draft, facts, values: draftValues(draft, facts) };
}
