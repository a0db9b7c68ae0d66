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
 * The progress of an import, updated with or without a script. An interrupted import can be resumed on the server that
 * has its file.
 */
export function Progress({ work, isFileHere }: { work: ImportJob; isFileHere: boolean }) {
  usePolling(work);
  const { id, kind, bytes, progress, isStopped } = work;
  const { done = 0, refused = 0, isThrottled } = progress;
  // A small file is read completely before the first records are stored, so the part that was read is no progress.
  const part = kind === "covers" || bytes > 8_000_000 ? progress.part : undefined;
  const said = `${done.toLocaleString("en-IN")} ${kind === "covers" ? "pictures" : "records"} so far${refused > 0 ? `, ${refused.toLocaleString("en-IN")} refused` : ""}`;
  if (isStopped && !isFileHere)
    return (
      <Banner variant="note" className="mt-4">
        <p>
          The import stopped when the shop was stopped, after {said}. Imported records stay.{" "}
          {describeMissingFile("file", work)} If you keep the same options, the import continues where it stopped, and
          no record is imported twice.
        </p>
        <RemoveFile id={id} />
      </Banner>
    );
  if (isStopped)
    return (
      <Banner variant="note" className="mt-4">
        <p>
          This stopped when the shop was stopped, after {said}. It can continue where it stopped, and nothing is done
          twice.
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
            If you remove the file, the imported records stay. If you upload the same file again and keep the same
            options, the import continues where it stopped.
          </p>
        )}
      </Banner>
    );
  return (
    <div className="mt-4">
      <PollWithoutScript />
      <progress className="desk-progress" max={1} value={part} aria-label="Progress" />
      <p className="mt-2" role="status">
        {part !== undefined && `${Math.floor(part * 100)}%, `}
        {said}
      </p>
      {isThrottled && <p className="text-quiet">This is slow at the moment, because readers are being served.</p>}
      <p className="mt-2 max-w-measure text-quiet">
        You may leave this page. The import continues, and is listed under{" "}
        <Link className="link" to={deskHref("/import")}>
          Import
        </Link>{" "}
        until it is done.
      </p>
    </div>
  );
}
