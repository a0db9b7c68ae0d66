import { Form } from "#desk/components/forms/form.tsx";
import { PollWithoutScript, usePolling } from "#desk/pages/import/polling.tsx";
import { shortMoment } from "#shop/kernel/dates/dates.ts";
import type { BackupState } from "#shop/office/back-office/backups.ts";
import { formatBytes } from "#shop/kernel/text/format-bytes.ts";
import { Button } from "#ui/button.tsx";

/** The newest backup, and a button that makes another one. */
export function BackupNow({ state }: { state: BackupState }) {
  const { newest, isRunning, trouble } = state;
  return (
    <div className="mt-4 max-w-measure">
      <p>
        {newest
          ? `The newest backup was made on ${shortMoment(newest.madeAt)}: ${formatBytes(newest.bytes)}, in ${newest.where}.`
          : "No backup has been made yet."}
      </p>
      {trouble && !isRunning && (
        <p className="mt-1 font-semibold text-vermilion">The last one that you asked for is not complete: {trouble}</p>
      )}
      {isRunning ? (
        <Running state={state} />
      ) : (
        <Form method="post" action="#backup" className="mt-3">
          <Button variant="outline" name="intent" value="backup.make">
            Make a backup now
          </Button>
        </Form>
      )}
    </div>
  );
}

function Running({ state }: { state: BackupState }) {
  usePolling(state);
  return (
    <p role="status" className="mt-3 font-semibold">
      A backup is being made. You can leave this page meanwhile.
      <PollWithoutScript />
    </p>
  );
}
