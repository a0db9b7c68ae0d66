import { Link } from "react-router";

import { servicesContext } from "#app/http/context.ts";
import { ActionBanner } from "#desk/components/frame/action-banner.tsx";
import { deskHref, deskRoutes } from "#desk/desk-routes.ts";
import { answerAction } from "#desk/http/answer-action.server.ts";
import { redirectWithFlash } from "#desk/http/redirect-with-flash.server.ts";
import { requireStaff } from "#desk/http/staff.server.ts";
import { shortMoment } from "#shop/kernel/dates/dates.ts";
import { listUnfinishedJobs } from "#shop/catalogue/uploads/import-job.server.ts";
import { listEarlierImports } from "#shop/catalogue/uploads/list-earlier.server.ts";
import { takeUpload } from "./actions.server.ts";
import { EarlierImports } from "./earlier-imports.tsx";
import { kinds } from "./kinds.ts";
import { UploadForm } from "./upload-form.tsx";

import type { Route } from "./+types/route";

/** Loads unfinished and earlier imports; the page also has the upload form. */
export async function loader(args: Route.LoaderArgs) {
  await requireStaff(args, { needs: "imports" });
  const { db } = args.context.get(servicesContext);
  const [works, imports] = await Promise.all([listUnfinishedJobs(db), listEarlierImports(db, 30)]);
  return { works, imports };
}

export function action(args: Route.ActionArgs) {
  return answerAction(args, [takeUpload], (_, answer) =>
    redirectWithFlash(
      args.request,
      deskHref("/import/:work", { work: answer }),
      "The file is here. Nothing has been imported yet.",
    ),
  );
}

export const meta = () => [{ title: "Import" }];

export default function Import({ loaderData, actionData }: Route.ComponentProps) {
  const { works, imports } = loaderData;
  const trouble = actionData ?? null;
  return (
    <div className="desk-page grid gap-8">
      <div>
        <h1 className="text-h3">Import books from a file</h1>
        <ActionBanner trouble={trouble} />
        <UploadForm trouble={trouble} maxBytes={deskRoutes["/import"].uploads.maxBytes} />
      </div>
      {works.length > 0 && (
        <section aria-labelledby="waiting">
          <h2 id="waiting" className="text-title">
            Not finished
          </h2>
          <ul className="mt-3 border-t border-line">
            {works.map(({ id, kind, fileName, state, isStopped, isUnreadable, createdAt, staff }) => (
              <li key={id} className="flex flex-wrap items-baseline gap-x-4 border-b border-line py-2">
                <span className="min-w-0 flex-1 basis-60 break-words">
                  <Link className="row-link" to={deskHref("/import/:work", { work: id })}>
                    {fileName}
                  </Link>
                  <span className="block text-small text-quiet">
                    {kinds[kind].label}, <time dateTime={createdAt}>{shortMoment(createdAt)}</time>, by {staff}
                  </span>
                </span>
                <span>{isUnreadable ? "Cannot be read as it is" : isStopped ? "Stopped" : states[state]}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
      <EarlierImports imports={imports} />
    </div>
  );
}

const states = { waiting: "Not started", running: "Running", failed: "Failed", done: "Done" };
