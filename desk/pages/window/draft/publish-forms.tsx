import { Form } from "#desk/components/forms/form.tsx";
import { deskHref } from "#desk/desk-routes.ts";
import type { ActionError } from "#desk/http/action-error.ts";
import { Button, ButtonLink } from "#ui/button.tsx";
import { TextField } from "#ui/field.tsx";

interface PublishFormsProps {
  id: number;
  loaded: Record<string, string>;
  /** The planned time of publication, as text; null if there is none. */
  dueAt: string | null;
  /** Tomorrow morning as the value of a date-time field. */
  tomorrow: string;
  trouble: ActionError | null;
}

/** Forms that preview, publish or schedule a window as it was saved. */
export function PublishForms({ id, loaded, dueAt, tomorrow, trouble }: PublishFormsProps) {
  const ofPlan = trouble?.action === "window.plan" ? trouble : null;
  const saved = (
    <>
      <input type="hidden" name="window" value={id} />
      <input type="hidden" name="was" value={JSON.stringify(loaded)} />
    </>
  );
  return (
    <section aria-labelledby="publish" className="desk-card grid gap-4 p-4">
      <div>
        <h2 id="publish" className="text-title">
          Preview and publish
        </h2>
        <p className="mt-1 max-w-measure text-quiet">
          This uses the last saved version.{" "}
          {dueAt ? `The shop publishes it by itself on ${dueAt}.` : "It is not scheduled yet."} The current content of
          the home page is then kept in the list of published windows.
        </p>
      </div>
      <div className="flex flex-wrap items-center gap-3">
        <ButtonLink variant="outline" to={deskHref("/window/:window/preview", { window: id })}>
          Preview the home page
        </ButtonLink>
        <Form method="post">
          {saved}
          <Button name="intent" value="window.publish">
            Publish it now
          </Button>
        </Form>
        {dueAt && (
          <Form method="post">
            {saved}
            <Button variant="outline" name="intent" value="window.unplan">
              Cancel the schedule
            </Button>
          </Form>
        )}
      </div>
      <Form method="post" className="field-row sm:grid-cols-[18rem_auto] sm:justify-start" key={loaded.dueAt}>
        {saved}
        <TextField
          type="datetime-local"
          name="dueAt"
          label="Day and time"
          hint="In India’s time"
          required
          defaultValue={ofPlan?.values.dueAt ?? (loaded.dueAt || tomorrow)}
          error={ofPlan?.errors.dueAt}
        />
        <p>
          <Button variant="outline" name="intent" value="window.plan">
            {dueAt ? "Change the time" : "Schedule it"}
          </Button>
        </p>
      </Form>
    </section>
  );
}
