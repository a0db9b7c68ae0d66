/** The desk's page of a book's cover: a picture, or the design of its drawing. */
import { data } from "react-router";

import { detectLanguage } from "#app/display/detect-language.ts";
import { servicesContext } from "#app/http/context.ts";
import { ActionBanner } from "#desk/components/frame/action-banner.tsx";
import { BackLink } from "#desk/components/back-link.tsx";
import { Form } from "#desk/components/forms/form.tsx";
import { deskHref } from "#desk/desk-routes.ts";
import { answerAction } from "#desk/http/answer-action.server.ts";
import { redirectWithFlash } from "#desk/http/redirect-with-flash.server.ts";
import { requireStaff } from "#desk/http/staff.server.ts";
import { findDeskBook } from "#shop/catalogue/editing/form/read-book.server.ts";
import { designNames } from "#shop/catalogue/cover-designs/pin-design.server.ts";
import { Button } from "#ui/button.tsx";
import { SelectField, TextField } from "#ui/field.tsx";
import { coverActions } from "./actions.server.ts";
import { receivePicture } from "./receive-picture.server.ts";

import type { Route } from "./+types/route";

export async function loader(args: Route.LoaderArgs) {
  await requireStaff(args, { needs: "books" });
  const id = args.params.book ?? "";
  const book = /^[a-z0-9-]{1,120}$/.test(id) ? await findDeskBook(args.context.get(servicesContext).db, id) : null;
  if (!book) throw data("There is no such book in the shop.", { status: 404 });
  const { coverKey, hasPicture, design, values } = book;
  return { id, title: values.title ?? "", coverKey, hasPicture, design, ...designNames };
}

export async function action(args: Route.ActionArgs) {
  const received = await receivePicture(args);
  if (!(received instanceof Request)) return received;
  return answerAction({ ...args, request: received }, coverActions, (_, answer) =>
    redirectWithFlash(args.request, deskHref("/books/:book/cover", { book: args.params.book }), answer),
  );
}

export const meta = ({ loaderData }: { loaderData?: { title: string } }) => [
  { title: `Cover of ${loaderData?.title ?? "a book"}` },
];

export default function Cover({ loaderData, actionData }: Route.ComponentProps) {
  const { id, title, coverKey, hasPicture, design, layouts, inks } = loaderData;
  const trouble = actionData ?? null;
  const fileError = trouble?.errors.file ?? trouble?.errors.picture ?? null;
  return (
    <div className="desk-page">
      <BackLink to={deskHref("/books/:book", { book: id })} lang={detectLanguage(title)}>
        {title}
      </BackLink>
      <h1 className="text-h3 break-words">
        Cover of <cite lang={detectLanguage(title)}>{title}</cite>
      </h1>
      <ActionBanner trouble={trouble} />
      <div className="mt-5 grid items-start gap-8 sm:grid-cols-[15rem_minmax(0,1fr)]">
        <img
          src={`/covers/${coverKey}-480.webp`}
          width="240"
          height="360"
          alt={`The cover of ${title} as readers see it`}
          className="w-full max-w-60 object-contain"
        />
        <div className="grid gap-8">
          <section aria-labelledby="picture">
            <h2 id="picture" className="text-title">
              A picture
            </h2>
            <p className="mt-2 max-w-measure text-quiet">
              {hasPicture
                ? "Readers see a picture. A new one replaces it."
                : "Readers see the drawn cover. A picture replaces it."}
            </p>
            <Form method="post" encType="multipart/form-data" className="mt-3 grid max-w-[28rem] gap-3">
              <input type="hidden" name="book" value={id} />
              <TextField
                label="File"
                hint="JPEG, PNG, WebP or AVIF, up to 15 MB"
                type="file"
                name="file"
                accept="image/jpeg,image/png,image/webp,image/avif"
                required
                error={fileError}
              />
              <p>
                <Button name="intent" value="books.cover">
                  Make it the cover
                </Button>
              </p>
            </Form>
            {hasPicture && (
              <Form method="post" className="mt-3">
                <input type="hidden" name="book" value={id} />
                <Button variant="danger" name="intent" value="books.cover-remove">
                  Remove the picture
                </Button>
              </Form>
            )}
          </section>
          <section aria-labelledby="drawn">
            <h2 id="drawn" className="text-title">
              How it is drawn
            </h2>
            <p className="mt-2 max-w-measure text-quiet">
              {hasPicture && "Readers see the drawn cover if you remove the picture. "}
              {design?.isPinned
                ? "A member of staff has chosen the layout and the colours."
                : "The shop chooses layouts and colours so that neighbouring covers differ."}
            </p>
            <Form
              key={`${design?.layout} ${design?.inks}`}
              method="post"
              className="field-row mt-3 max-w-[28rem] sm:grid-cols-2"
            >
              <input type="hidden" name="book" value={id} />
              <SelectField label="Layout" name="layout" defaultValue={design?.isPinned ? design.layout : ""}>
                <option value="">Chosen by the shop</option>
                {layouts.map((name) => (
                  <option key={name} value={name}>
                    {name}
                  </option>
                ))}
              </SelectField>
              <SelectField label="Colours" name="inks" defaultValue={design?.isPinned ? design.inks : ""}>
                <option value="">Chosen by the shop</option>
                {inks.map((name) => (
                  <option key={name} value={name}>
                    {name}
                  </option>
                ))}
              </SelectField>
              <p>
                <Button variant="outline" name="intent" value="books.design">
                  Redraw the cover
                </Button>
              </p>
            </Form>
          </section>
        </div>
      </div>
    </div>
  );
}
