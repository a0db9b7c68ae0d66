/** The preview of an import in three steps: match, check, and the button that starts it. */
import { useState } from "react";

import { useFormInput } from "#desk/components/forms/use-form-input.ts";
import type { ActionError } from "#desk/http/action-error.ts";
import { RemoveFile } from "#desk/pages/import/remove-file.tsx";
import type { ImportJob } from "#shop/catalogue/uploads/import-job.server.ts";
import type { UnreadableUpload, UploadPreview } from "#shop/catalogue/uploads/preview-upload.server.ts";
import { Banner } from "#ui/banner.tsx";
import { Button } from "#ui/button.tsx";
import { Check } from "./check.tsx";
import { Match, type ColumnChoices } from "./match.tsx";
import { matchForm } from "./match-form.ts";
import { askedRules } from "./refusals.tsx";
import { StepHeading } from "./step-heading.tsx";

interface PreviewProps {
  work: ImportJob;
  preview: UploadPreview | UnreadableUpload;
  /** The fields that a column can be. */
  choices: ColumnChoices;
  trouble: ActionError | null;
}

export function Preview({ work, preview, choices, trouble }: PreviewProps) {
  const isReadable = !("problem" in preview);
  const isNothing = isReadable && takesNothing(preview);
  const [changedPreview, setChangedPreview] = useState<typeof preview | null>(null);
  // An import does only what was shown. A choice of a category says itself what it does.
  useFormInput(matchForm, (field) => {
    if (!field.startsWith("becomes.")) setChangedPreview(preview);
  });
  const canStart = isReadable && changedPreview !== preview;
  return (
    <div className="mt-6 grid grid-cols-[minmax(0,1fr)] gap-8">
      {!isReadable && <Banner variant="error">{preview.problem}</Banner>}
      <Match
        work={work}
        sheets={preview.sheets}
        columns={preview.columns}
        choices={choices}
        askedRules={isReadable ? askedRules(preview.refusals, work.kind) : []}
        trouble={trouble}
      />
      {isReadable && <Check work={work} preview={preview} trouble={trouble} />}
      {isReadable && <Start work={work} preview={preview} />}
      {/* The bar stays in view, and its buttons send all choices, so that none is lost. */}
      <div className="desk-save mt-0! items-center">
        {canStart && (
          <Button form={matchForm} name="intent" value="import.start" variant={isNothing ? "outline" : "primary"}>
            {isNothing ? "Import it nevertheless" : "Start the import"}
          </Button>
        )}
        <Button form={matchForm} variant={canStart && !isNothing ? "outline" : "primary"}>
          {canStart ? "Check again" : "Check"}
        </Button>
        {isReadable && <p className="text-small text-quiet">{sumUp(preview)}</p>}
      </div>
      <RemoveFile id={work.id} />
      {/* The form's own buttons have no name: a button with another intent comes before this one. */}
      <input type="hidden" form={matchForm} name="intent" value="import.set-options" />
    </div>
  );
}

const leftOut = ["refused", "skipped", "not known to the shop"];

/** Whether an import would leave out all records that were looked at. */
function takesNothing({ looked, counts }: UploadPreview): boolean {
  return looked > 0 && !counts.some(([label, count]) => count > 0 && !leftOut.includes(label));
}

/** The counts of a preview in one line, such as "Of the first 100: 94 new, 6 refused". */
function sumUp({ looked, counts }: UploadPreview): string {
  const found = counts.filter(([, count]) => count > 0).map(([label, count]) => `${count} ${label}`);
  return found.length === 0 ? "" : `Of the first ${looked}: ${found.join(", ")}`;
}

/** What the import does with the rest of the file, and what cannot be undone. */
function Start({ work: { kind }, preview }: { work: ImportJob; preview: UploadPreview }) {
  const isNothing = takesNothing(preview);
  return (
    <section aria-labelledby="start">
      <StepHeading id="start" number={3}>
        Import
      </StepHeading>
      <p className="mt-1 max-w-measure text-quiet">
        {isNothing
          ? "None of these records would come in. Mend the reasons above, and check again."
          : "The whole file is imported as these records are, and you can undo it afterwards."}
        {!isNothing &&
          (kind === "books" || kind === "stock") &&
          " Readers who wait for one of these books get an e-mail when it has copies again; that cannot be undone."}
      </p>
    </section>
  );
}
