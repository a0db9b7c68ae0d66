import { Link } from "react-router";

import { Form } from "#desk/components/forms/form.tsx";
import { deskHref } from "#desk/desk-routes.ts";
import type { ImportJob } from "#shop/catalogue/uploads/import-job.server.ts";
import { describeMissingFile } from "#shop/catalogue/uploads/describe-missing-file.ts";
import { Banner } from "#ui/banner.tsx";
import { Button } from "#ui/button.tsx";
import { PollWithoutScript, usePolling } from "./polling.tsx";
import { RemoveButton, RemoveFile } from "./remove-file.tsx";

/**
 * Progress of an import, updated with a script or without. An interrupted import can be resumed on the process that has
 * its file.
 */
export function Progress({ work, isFileHere }: { work: ImportJob; isFileHere: boolean }) {
  usePolling(work);
  const { id, kind, bytes, progress, isStopped } = work;
  const { done = 0, refused = 0, isThrottled } = progress;
  // A small file is read completely before the first records are stored, so its share means nothing.
  const part = kind === "covers" || bytes > 8_000_000 ? progress.part : undefined;
  const said = `${done.toLocaleString("en-IN")} ${kind === "covers" ? "pictures" : "records"} so far${refused > 0 ? `, ${refused.toLocaleString("en-IN")} refused` : ""}`;
  if (isStopped && !isFileHere)
    return (
      <Banner variant="note" className="mt-4">
        <p>
          The import stopped when the shop was stopped, after {said}. Imported records stay.{" "}
          {describeMissingFile("file", work)} Read in the same way, it goes on where it stopped and nothing is done
          twice.
        </p>
        <RemoveFile id={id} />
      </Banner>
    );
  if (isStopped)
    return (
      <Banner variant="note" className="mt-4">
        <p>
          It was stopped with the shop, after {said}. What was done stays; it goes on where it stopped and nothing is
          done twice.
        </p>
        <Form method="post" className="mt-3 flex flex-wrap gap-3">
          <input type="hidden" name="work" value={id} />
          <Button name="intent" value="import.start">
            Go on
          </Button>
          {kind !== "undo" && <RemoveButton />}
        </Form>
        {kind !== "undo" && (
          <p className="mt-3 text-small">
            When the file is removed, what was taken in stays. The same file, brought again and read in the same way,
            goes on where it stopped.
          </p>
        )}
      </Banner>
    );
  return (
    <div className="mt-4">
      <PollWithoutScript />
      <progress className="h-3 w-full max-w-measure accent-action" max={1} value={part} aria-label="How far it is" />
      <p className="mt-2" role="status">
        {part !== undefined && `${Math.floor(part * 100)}%, `}
        {said}
      </p>
      {isThrottled && <p className="text-quiet">It goes slowly because readers are being served.</p>}
      <p className="mt-2 max-w-measure text-quiet">
        You may leave this page: it goes on, and you find it under{" "}
        <Link className="link" to={deskHref("/import")}>
          Import
        </Link>{" "}
        until it is done.
      </p>
    </div>
  );
}
