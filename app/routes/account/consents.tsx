import { Form, useNavigation } from "react-router";

import { href } from "#routing/href.ts";
import { shortMoment } from "#shop/kernel/dates/dates.ts";
import { consentPurposes } from "#shop/people/readers/consent-purposes.ts";
import type { ConsentEntry } from "#shop/people/readers/consents.server.ts";
import { Button } from "#ui/button.tsx";
import { typedKeys } from "#shop/kernel/text/object-keys.ts";

const purposes = typedKeys(consentPurposes).map((purpose) => [purpose, consentPurposes[purpose]] as const);

/** Switch for each consent, with the history of changes. */
export function Consents({ entries }: { entries: ConsentEntry[] }) {
  const navigation = useNavigation();
  return (
    <section aria-labelledby="consents-heading" className="mt-10">
      <h2 id="consents-heading" className="text-h3">
        What we may do
      </h2>
      <p className="mt-2 max-w-measure text-quiet">
        You need none of this to buy books, and everything is off until you turn it on. We always send the e-mails about
        your orders.
      </p>
      <ul className="mt-5">
        {purposes.map(([purpose, { name, wording }]) => {
          const isOn = entries.find((entry) => entry.purpose === purpose)?.isGiven ?? false;
          const isSaving = navigation.formData?.get("purpose") === purpose;
          return (
            <li key={purpose} className="flex items-center justify-between gap-x-6 border-t border-line py-4">
              <div>
                <h3 id={`${purpose}-name`} className="font-text text-title font-semibold">
                  {name}
                </h3>
                <p id={`${purpose}-wording`}>{wording}</p>
                <p className={`mt-1 font-semibold ${isOn ? "text-leaf" : "text-quiet"}`}>{isOn ? "On" : "Off"}</p>
              </div>
              <Form method="post" action={href("/account/privacy")} preventScrollReset>
                <input type="hidden" name="purpose" value={purpose} />
                <Button
                  name="isGiven"
                  value={isOn ? "no" : "yes"}
                  variant="outline"
                  aria-describedby={`${purpose}-wording`}
                  disabled={isSaving}
                  className="whitespace-nowrap"
                >
                  <span>{isOn ? "Turn off" : "Turn on"}</span>
                  <span className="sr-only"> {name}</span>
                </Button>
              </Form>
            </li>
          );
        })}
      </ul>
      {entries.length > 0 && (
        <details className="border-t border-line pt-2">
          <summary className="link inline-flex min-h-11 items-center">Your choices so far</summary>
          <ol className="mt-1">
            {entries.map(({ purpose, isGiven, at }) => (
              <li key={purpose + at} className="py-1 text-small">
                <span className="figures text-quiet">{shortMoment(at)}</span> {consentPurposes[purpose].name}:{" "}
                <span>{isGiven ? "on" : "off"}</span>
              </li>
            ))}
          </ol>
        </details>
      )}
    </section>
  );
}
