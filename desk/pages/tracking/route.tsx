/** The desk's page that enters tracking numbers of many orders at once, from the carrier's file. */
import { ActionBanner } from "#desk/components/frame/action-banner.tsx";
import { BackLink } from "#desk/components/back-link.tsx";
import { CannotBeUndone } from "#desk/components/forms/cannot-be-undone.tsx";
import { Form } from "#desk/components/forms/form.tsx";
import { deskHref } from "#desk/desk-routes.ts";
import { answerAction } from "#desk/http/answer-action.server.ts";
import { redirectWithFlash } from "#desk/http/redirect-with-flash.server.ts";
import { requireStaff } from "#desk/http/staff.server.ts";
import { formatCount } from "#shop/kernel/text/format-count.ts";
import { Button } from "#ui/button.tsx";
import { TextField } from "#ui/field.tsx";
import { trackingActions } from "./actions.server.ts";
import { PreviewRows } from "./preview-rows.tsx";
import { RowsField } from "./rows-field.tsx";

import type { Route } from "./+types/route";

export async function loader(args: Route.LoaderArgs) {
  await requireStaff(args, { needs: "parcels" });
  return null;
}

export function action(args: Route.ActionArgs) {
  return answerAction(args, trackingActions, (_, answer) =>
    typeof answer === "string" ? redirectWithFlash(args.request, deskHref("/parcels"), answer) : { preview: answer },
  );
}

/** Reloads the state after a rejected form. */
export const shouldRevalidate = () => true;

export const meta = () => [{ title: "Tracking numbers" }];

export default function Tracking({ actionData: answer }: Route.ComponentProps) {
  const preview = answer && "preview" in answer ? answer.preview : null;
  const trouble = answer && "errors" in answer ? answer : null;
  const ready = preview?.rows.filter(({ problem }) => problem === null).length ?? 0;
  const corrected = preview?.rows.filter((row) => row.problem === null && row.was).length ?? 0;
  const sent = ready - corrected;
  const what = [
    ...(sent > 0 ? [formatCount(sent, "parcel")] : []),
    ...(corrected > 0 ? [formatCount(corrected, "tracking number")] : []),
  ];
  const text = preview?.text ?? trouble?.values.text ?? "";
  const carrier = preview?.carrier ?? trouble?.values.carrier ?? "";
  return (
    <div className="desk-page grid gap-6">
      <div>
        <BackLink to={deskHref("/parcels")}>Parcels</BackLink>
        <h1 className="text-h3">Tracking numbers</h1>
        <p className="mt-2 max-w-measure text-quiet">
          The carrier’s file as CSV, with the order number, the carrier and the tracking number in each row. Each row
          sends all unsent books of its order in one parcel. If the order is already on its way, the row corrects the
          carrier and the number, and the reader gets another e-mail. You see a preview of every row first.
        </p>
        <ActionBanner trouble={trouble} />
      </div>
      {preview && (
        <section aria-labelledby="preview" className="grid gap-4">
          <h2 id="preview" className="text-title">
            {ready === 0
              ? "Nothing would be sent"
              : [
                  ...(sent > 0 ? [`${what[0]} would be sent`] : []),
                  ...(corrected > 0 ? [`${what.at(-1)} would be corrected`] : []),
                ].join(", ")}
          </h2>
          <PreviewRows rows={preview.rows} />
          {ready > 0 && (
            <Form method="post">
              <input type="hidden" name="carrier" value={carrier} />
              <textarea hidden readOnly name="text" value={text} />
              <Button name="intent" value="parcels.send-tracking">
                {corrected === 0
                  ? `Send ${what[0]}`
                  : sent === 0
                    ? `Correct ${what[0]}`
                    : `Send ${what[0]} and correct ${what[1]}`}
                , and write to the readers
              </Button>
              <CannotBeUndone what="Each reader gets an e-mail." />
            </Form>
          )}
        </section>
      )}
      <Form method="post" className="grid max-w-measure gap-4">
        <RowsField text={text} error={trouble?.errors.text} />
        <TextField
          label="Carrier"
          isOptional
          hint="For rows without a carrier"
          name="carrier"
          defaultValue={carrier}
          error={trouble?.errors.carrier}
        />
        <p>
          <Button variant={ready > 0 ? "outline" : "primary"} name="intent" value="parcels.preview-tracking">
            Preview the rows
          </Button>
        </p>
      </Form>
    </div>
  );
}
