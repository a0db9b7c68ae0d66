import { Link } from "react-router";

import { detectLanguage } from "#app/display/detect-language.ts";
import { servicesContext } from "#app/http/context.ts";
import { Form } from "#desk/components/forms/form.tsx";
import { deskHref } from "#desk/desk-routes.ts";
import { requireStaff } from "#desk/http/staff.server.ts";
import { findReaders } from "#shop/office/back-office/readers.server.ts";
import { shortDay } from "#shop/kernel/dates/dates.ts";
import { Button } from "#ui/button.tsx";
import { TextField } from "#ui/field.tsx";

import type { Route } from "./+types/route";

const maxRows = 50;

/** Searches readers with an account; without a search text the list is empty. */
export async function loader(args: Route.LoaderArgs) {
  await requireStaff(args, { needs: "people" });
  const text = (new URL(args.request.url).searchParams.get("text") ?? "").slice(0, 200).trim();
  const found = text === "" ? [] : await findReaders(args.context.get(servicesContext).db, text, maxRows + 1);
  return {
    text,
    rows: found.slice(0, maxRows).map(({ since, ...reader }) => ({ ...reader, since: shortDay(since) })),
    isCut: found.length > maxRows,
  };
}

export const meta = () => [{ title: "Readers" }];

export default function Readers({ loaderData }: Route.ComponentProps) {
  const { text, rows, isCut } = loaderData;
  return (
    <div className="desk-page">
      <h1 className="text-h3">Readers</h1>
      <Form method="get" role="search" className="field-row mt-4 max-w-measure sm:grid-cols-[1fr_auto]">
        <TextField
          key={text}
          label="Name, e-mail, phone or number"
          name="text"
          type="search"
          autoComplete="off"
          defaultValue={text}
        />
        <p>
          <Button variant="outline">Find</Button>
        </p>
      </Form>
      {text === "" && (
        <p className="mt-4 max-w-measure text-quiet">
          Here you find readers with an account. The shop records when you open a reader&rsquo;s page. To find guests,
          use{" "}
          <Link className="link" to={deskHref("/orders")}>
            Orders
          </Link>
          .
        </p>
      )}
      {text !== "" && rows.length === 0 && (
        <p className="mt-4 max-w-measure break-words">
          No reader with an account was found for “{text}”. Type the beginning of a name, an e-mail address or a phone
          number.
        </p>
      )}
      <ul className="mt-4">
        {rows.map(({ id, name, email, since }) => (
          <li key={id} className="border-b border-line">
            <Link
              to={deskHref("/readers/:reader", { reader: id })}
              className="grid items-baseline gap-x-4 py-2.5 sm:grid-cols-[1fr_1fr_14rem]"
            >
              <span className="min-w-0 break-words">
                <span className="row-link" lang={detectLanguage(name)}>
                  {name}
                </span>
              </span>
              <span className="min-w-0 break-words">{email}</span>
              <span className="text-small text-quiet">
                reader {id}, since {since}
              </span>
            </Link>
          </li>
        ))}
      </ul>
      {isCut && <p className="mt-3 text-small text-quiet">There are more. Type a longer text.</p>}
    </div>
  );
}
