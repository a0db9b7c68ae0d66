/** The desk's page that shows what undoing an import would change and keep, and undoes it. */
import { data } from "react-router";

import { detectLanguage } from "#app/display/detect-language.ts";
import { servicesContext } from "#app/http/context.ts";
import { ActionBanner } from "#desk/components/frame/action-banner.tsx";
import { Form } from "#desk/components/forms/form.tsx";
import { BackLink } from "#desk/components/back-link.tsx";
import { deskHref } from "#desk/desk-routes.ts";
import { answerAction } from "#desk/http/answer-action.server.ts";
import { redirectWithFlash } from "#desk/http/redirect-with-flash.server.ts";
import { requireStaff } from "#desk/http/staff.server.ts";
import { longMoment } from "#shop/kernel/dates/dates.ts";
import { formatCount } from "#shop/kernel/text/format-count.ts";
import { previewUndo, type UndoPreview } from "#shop/catalogue/uploads/preview-undo.server.ts";
import { startJob } from "#shop/catalogue/uploads/run-import-job.server.ts";
import { Button } from "#ui/button.tsx";
import { undoAtDesk } from "./actions.server.ts";
import { PollWithoutScript, usePolling } from "./polling.tsx";
import { CountsTable } from "./counts-table.tsx";

import type { Route } from "./+types/undo.route";

export async function loader(args: Route.LoaderArgs) {
  await requireStaff(args, { needs: "imports" });
  const id = args.params.import ?? "";
  const services = args.context.get(servicesContext);
  const foresight = /^[1-9]\d{0,8}$/.test(id) ? await previewUndo(services, Number(id)) : null;
  if (!foresight) throw data("There is no such import.", { status: 404 });
  return { foresight };
}

export function action(args: Route.ActionArgs) {
  return answerAction(args, [undoAtDesk], (_, answer) => {
    const { id, isBegun } = answer;
    if (isBegun) startJob(args.context.get(servicesContext), id);
    return redirectWithFlash(args.request, deskHref("/import/:work", { work: id }), "The undo has started.");
  });
}

export const meta = () => [{ title: "Undo an import" }];

export default function UndoImport({ loaderData, actionData }: Route.ComponentProps) {
  const { foresight } = loaderData;
  const { id, kind, fileName, state, isRunning, startedAt, countedAt } = foresight;
  const trouble = actionData ?? null;
  return (
    <div className="desk-page">
      <BackLink to={deskHref("/import")}>All imports</BackLink>
      <h1 className="text-h3 break-words">
        Undo import {id} of {fileName}
      </h1>
      <p className="text-quiet">
        Begun <time dateTime={startedAt}>{longMoment(startedAt)}</time>
      </p>
      <ActionBanner trouble={trouble} />
      {state === "undone" ? (
        <p className="mt-4">This import was undone.</p>
      ) : isRunning ? (
        <p className="mt-4">This import is still running. It can be undone when it has ended.</p>
      ) : kind === "lookup" ? (
        <LookupsUndo foresight={foresight} />
      ) : countedAt === null ? (
        <Counting foresight={foresight} />
      ) : (
        <Counted foresight={foresight} />
      )}
    </div>
  );
}

function LookupsUndo({ foresight: { id, lookups } }: { foresight: UndoPreview }) {
  return (
    <>
      <p className="mt-4 max-w-measure">
        {formatCount(lookups, "book")} of this file {lookups === 1 ? "was" : "were"} stored for looking up. Their data
        is deleted, except for books that a later file contains too. Data from earlier files is not restored. The
        catalogue is not changed.
      </p>
      <UndoForm id={id} />
    </>
  );
}

function UndoForm({ id }: { id: number }) {
  return (
    <Form method="post" className="mt-4">
      <input type="hidden" name="import" value={id} />
      <Button variant="danger" name="intent" value="import.undo">
        Undo this import
      </Button>
    </Form>
  );
}

function Counting({ foresight }: { foresight: UndoPreview }) {
  usePolling(foresight);
  return (
    <div className="mt-4">
      <PollWithoutScript />
      <progress className="desk-progress" max={1} aria-label="Progress" />
      <p className="mt-2 max-w-measure" role="status">
        The shop is counting what an undo would change: {foresight.looked.toLocaleString("en-IN")} books so far. You can
        undo the import when it has finished.
      </p>
    </div>
  );
}

function Counted({ foresight }: { foresight: UndoPreview }) {
  const { id, countedAt, goes, sold, changedSince, restored, partly, stays } = foresight;
  return (
    <>
      <CountsTable
        counts={[
          ["added books that will be deleted", goes],
          ["added books that will only be hidden from readers, because an order or an offer contains them", sold],
          ["added books that will stay, because they were changed since", changedSince],
          ["changed books that will get their earlier values back", restored],
          ["of these, books with a field that will stay, because it was changed since", partly],
        ]}
      />
      {countedAt && (
        <p className="mt-2 text-small text-quiet">
          Counted <time dateTime={countedAt}>{longMoment(countedAt)}</time>
        </p>
      )}
      {stays.length > 0 && (
        <>
          <h2 className="mt-4 font-semibold">The first books that will stay</h2>
          <ul className="mt-2 grid gap-1">
            {stays.map(({ bookId, title, why }) => (
              <li key={bookId} className="break-words">
                <cite lang={detectLanguage(title)}>{title}</cite>:{" "}
                {why === "sold" ? "an order or an offer contains it" : "it was changed since"}
              </li>
            ))}
          </ul>
        </>
      )}
      <p className="mt-4 max-w-measure text-quiet">
        Numbers of copies from a till’s file are restored only if no copy was sold, received or corrected since. E-mails
        to readers who waited for a book cannot be undone. To repeat an import after its undo, upload the file again.
      </p>
      <UndoForm id={id} />
    </>
  );
}
