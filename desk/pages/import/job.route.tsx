/** The desk's page of one uploaded file: its preview, the progress of its import, or the result. */
import { rm } from "node:fs/promises";

import { data, Link, redirect } from "react-router";

import { servicesContext } from "#app/http/context.ts";
import { ActionBanner } from "#desk/components/frame/action-banner.tsx";
import { BackLink } from "#desk/components/back-link.tsx";
import { deskHref } from "#desk/desk-routes.ts";
import { answerAction } from "#desk/http/answer-action.server.ts";
import { redirectWithFlash } from "#desk/http/redirect-with-flash.server.ts";
import { requireStaff } from "#desk/http/staff.server.ts";
import { csvColumn, type CsvHeader } from "#shop/catalogue/fields/csv/csv-columns.ts";
import {
  findReport,
  findUpload,
  findJob,
  workFolder,
  type ImportJob,
} from "#shop/catalogue/uploads/import-job.server.ts";
import { listColumnFields } from "#shop/catalogue/uploads/column-fields.server.ts";
import { getUploadPreview } from "#shop/catalogue/uploads/preview-upload.server.ts";
import { readRefusals } from "#shop/catalogue/uploads/read-refusals.server.ts";
import { startJob } from "#shop/catalogue/uploads/run-import-job.server.ts";
import { describeMissingFile } from "#shop/catalogue/uploads/describe-missing-file.ts";
import { Banner } from "#ui/banner.tsx";
import { dropUpload, importJobActions } from "./actions.server.ts";
import { kinds } from "./kinds.ts";
import type { ColumnChoices } from "./steps/match.tsx";
import { Preview } from "./steps/preview.tsx";
import { Progress } from "./progress.tsx";
import { RemoveFile } from "./remove-file.tsx";
import { Report } from "./report.tsx";

import type { Route } from "./+types/job.route";

export async function loader(args: Route.LoaderArgs) {
  const { staff } = await requireStaff(args, { needs: "imports" });
  const services = args.context.get(servicesContext);
  const { db, uploads } = services;
  const id = args.params.work ?? "";
  const work = /^[A-Za-z0-9_-]{22}$/.test(id) ? await findJob(db, id) : null;
  if (!work) throw data("There is no such file. It may have been removed.", { status: 404 });
  const isOpen = work.state === "waiting" || work.state === "failed";
  const asksFile = work.kind !== "undo" && (isOpen || work.isStopped);
  const upload = asksFile ? await findUpload(uploads, id) : null;
  const asked = { staffId: staff.id, signal: args.request.signal };
  const preview = upload && isOpen ? await getUploadPreview(services, upload.path, work, asked) : null;
  const report = await findReport(uploads, work);
  const refusals = report && work.kind !== "undo" ? await readRefusals(report.path) : null;
  const choices = columnChoices(work.kind);
  return { work, preview, choices, isFileHere: !asksFile || upload !== null, isReportHere: report !== null, refusals };
}

function columnChoices(kind: ImportJob["kind"]): ColumnChoices {
  const { usual, further } = listColumnFields(kind);
  const choiceOf = (header: CsvHeader) => ({ header, label: csvColumn(header).label });
  return { usual: usual.map(choiceOf), further: further.map(choiceOf) };
}

export function action(args: Route.ActionArgs) {
  const services = args.context.get(servicesContext);
  return answerAction(args, importJobActions, async (action, answer) => {
    const to = deskHref("/import/:work", { work: args.params.work });
    if (typeof answer !== "string") {
      if (answer.start === "begun") startJob(services, answer.id);
      return redirectWithFlash(args.request, to, startMessages[answer.start]);
    }
    if (action !== dropUpload) return redirect(to, 303);
    await rm(workFolder(services.uploads, answer), { recursive: true, force: true });
    return redirectWithFlash(args.request, deskHref("/import"), "The file is removed.");
  });
}

const startMessages = {
  begun: "The import has started.",
  already: "The import was already started.",
  changed: "Nothing is imported yet: you have changed a choice. Check what it would do now, then start.",
  expired: "Nothing is imported yet: the preview is over an hour old. Check it again, then start.",
};

export const meta = () => [{ title: "Import of a file" }];

export default function Work({ loaderData, actionData }: Route.ComponentProps) {
  const { work, preview, choices, isFileHere, isReportHere, refusals } = loaderData;
  const trouble = actionData ?? null;
  const { id, kind, fileName, bytes, state, importId, problem, isStopped } = work;
  return (
    <div className="desk-page">
      <BackLink to={deskHref("/import")}>All imports</BackLink>
      <h1 className="text-h3 break-words">
        {kind === "undo" ? `Undoing import ${importId} of ${fileName}` : fileName}
      </h1>
      {kind !== "undo" && (
        <p className="text-quiet">
          {kinds[kind].label}, {describeBytes(bytes)}
        </p>
      )}
      <ActionBanner trouble={trouble} />
      {problem !== "" && (
        <Banner variant="error" className="mt-4">
          {problem}
        </Banner>
      )}
      {state === "running" && <Progress work={work} isFileHere={isFileHere} />}
      {state === "done" && <Report work={work} isReportHere={isReportHere} refusals={refusals} />}
      {preview && (
        <Preview
          choices={choices}
          // After the options have changed, the form must show the new ones.
          key={`${kind} ${JSON.stringify(work.options)}`}
          work={work}
          preview={preview}
          trouble={trouble}
        />
      )}
      {kind === "undo" && (state === "waiting" || state === "failed") && (
        <p className="mt-4">
          <Link
            className="link inline-flex min-h-11 items-center"
            to={deskHref("/import/undo/:import", { import: importId })}
          >
            Check and undo this import
          </Link>
        </p>
      )}
      {!isFileHere && !isStopped && (
        <>
          <p className="mt-4">{describeMissingFile("file", work)}</p>
          <RemoveFile id={id} />
        </>
      )}
    </div>
  );
}

function describeBytes(bytes: number): string {
  if (bytes < 1000) return `${bytes} bytes`;
  const units = ["kB", "MB", "GB"];
  const at = Math.min(Math.floor(Math.log10(bytes) / 3), units.length);
  return `${(bytes / 1000 ** at).toFixed(at > 1 ? 1 : 0)} ${units[at - 1]}`;
}
