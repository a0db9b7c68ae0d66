/** The preview of an import in two steps, match and check, and the button that starts it. */
import type { ActionError } from "#desk/http/action-error.ts";
import type { ImportJob } from "#shop/catalogue/uploads/import-job.server.ts";
import type { UnreadableUpload, UploadPreview } from "#shop/catalogue/uploads/preview-upload.server.ts";
import { Banner } from "#ui/banner.tsx";
import { Button } from "#ui/button.tsx";
import { Check } from "./check.tsx";
import { Match, matchForm, type ColumnChoices } from "./match.tsx";
import { RemoveFile } from "./remove-file.tsx";

interface PreviewProps {
  work: ImportJob;
  preview: UploadPreview | UnreadableUpload;
  /** The fields that a column can be. */
  choices: ColumnChoices;
  trouble: ActionError | null;
}

export function Preview({ work, preview, choices, trouble }: PreviewProps) {
  const isReadable = !("problem" in preview);
  return (
    <div className="mt-6 grid grid-cols-[minmax(0,1fr)] gap-8">
      {!isReadable && <Banner variant="error">{preview.problem}</Banner>}
      <Match work={work} sheets={preview.sheets} columns={preview.columns} choices={choices} trouble={trouble} />
      {isReadable && <Check work={work} preview={preview} />}
      {isReadable && <Start work={work} preview={preview} />}
      <RemoveFile id={work.id} />
      {/* The form's own buttons have no name: a button with another intent comes before this one. */}
      <input type="hidden" form={matchForm} name="intent" value="import.set-options" />
    </div>
  );
}

/** The button that starts the import. It sends the form too, so that a choice that was not checked is not lost. */
function Start({ work: { kind }, preview: { looked, counts } }: { work: ImportJob; preview: UploadPreview }) {
  const refused = counts.find(([label]) => label === "refused")?.[1] ?? 0;
  const isNothing = looked > 0 && refused === looked && kind !== "covers";
  return (
    <div className="grid gap-3">
      {isNothing && (
        <p className="max-w-measure">
          All of these records would be refused. Match the columns or fill in what is missing, and check again.
        </p>
      )}
      {(kind === "books" || kind === "stock") && (
        <p className="max-w-measure text-small text-quiet">
          Readers who wait for one of these books get an e-mail when it has copies again. This cannot be undone.
        </p>
      )}
      <p className="flex flex-wrap gap-3">
        <Button form={matchForm} name="intent" value="import.start" variant={isNothing ? "outline" : "primary"}>
          {isNothing ? "Import it nevertheless" : "Start the import"}
        </Button>
        <Button form={matchForm} variant="outline">
          Check again
        </Button>
      </p>
    </div>
  );
}
