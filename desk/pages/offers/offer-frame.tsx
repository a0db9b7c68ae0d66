import type { ReactNode } from "react";

import { ActionBanner } from "#desk/components/frame/action-banner.tsx";
import { BothVersions } from "#desk/components/forms/both-versions.tsx";
import { BackLink } from "#desk/components/back-link.tsx";
import { Form } from "#desk/components/forms/form.tsx";
import { deskHref } from "#desk/desk-routes.ts";
import type { ActionError } from "#desk/http/action-error.ts";
import type { OfferStage } from "#shop/sales/pricing/promotion-fields.ts";
import { Button } from "#ui/button.tsx";

interface OfferFrameProps {
  title: string;
  language?: string | undefined;
  /** The stage of a saved offer, and its period as text; null for a new offer. */
  known: { stage: OfferStage; when: string } | null;
  /** Why the last form was refused. */
  trouble: ActionError | null;
  /** The name of the action that saves the form. */
  save: string;
  /** Current values and labels, by field name. */
  values: Record<string, string>;
  labels: Record<string, string>;
  notes?: ReactNode;
  /** The orders and sums with this offer. */
  results: ReactNode;
  stop: { words: string; label: string; intent: string; field: { name: string; value: string } };
  /** Renders the form's fields. `field` returns the props of a field, with the typed or the saved value. */
  children: (field: (name: string) => OfferField) => ReactNode;
}

interface OfferField {
  label: string;
  name: string;
  autoComplete: "off";
  defaultValue: string;
  error: string | undefined;
}

/** The page of a code or a bundle: its form, its results, and the button that ends it. */
export function OfferFrame(props: OfferFrameProps) {
  const { title, language, known, trouble, save, values, labels, notes, results, stop, children } = props;
  const ofSave = trouble?.action === save ? trouble : null;
  const shown = ofSave?.values ?? values;
  return (
    <div className="desk-page grid gap-8">
      <div>
        <BackLink to={deskHref("/offers")}>Offers</BackLink>
        <h1 className="text-h3 break-words" lang={language}>
          {title}
        </h1>
        {known && <p className="mt-1">{known.when}.</p>}
        {notes}
        <ActionBanner trouble={trouble} />
        <BothVersions trouble={ofSave} now={values} labels={labels} />
      </div>
      <div className="grid items-start gap-8 lg:grid-cols-[2fr_1fr]">
        <Form method="post" key={known ? JSON.stringify(values) : "new"} className="field-row sm:grid-cols-2">
          <input type="hidden" name="was" value={known ? JSON.stringify(values) : ""} />
          {children((name) => ({
            label: labels[name] ?? name,
            name,
            autoComplete: "off",
            defaultValue: shown[name] ?? "",
            error: ofSave?.errors[name],
          }))}
        </Form>
        {known && (
          <div className="grid gap-8">
            {results}
            {known.stage !== "over" && (
              <section aria-labelledby="stop">
                <h2 id="stop" className="text-title">
                  Stop it
                </h2>
                <p className="mt-2 text-quiet">{stop.words}</p>
                <Form method="post" className="mt-3">
                  <input type="hidden" name={stop.field.name} value={stop.field.value} />
                  <Button variant="danger" name="intent" value={stop.intent}>
                    {stop.label}
                  </Button>
                </Form>
              </section>
            )}
          </div>
        )}
      </div>
    </div>
  );
}
