import { Form } from "react-router";

import { describePage } from "#app/display/page-title.ts";
import { ContentLayout } from "#app/content/content-layout.tsx";
import { readFixedPage } from "#app/http/fixed-page.server.ts";
import { servicesContext } from "#app/http/context.ts";
import { href } from "#routing/href.ts";
import { formatWorkingDays } from "#shop/kernel/regions/delivery-promise.ts";
import { deliveryDays, findDeliveryRegion, describeWrongPin } from "#shop/kernel/regions/delivery-regions.ts";
import { Button } from "#ui/button.tsx";
import { TextField } from "#ui/field.tsx";

import type { Route } from "./+types/route";

export async function loader({ context, request }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const pin = new URL(request.url).searchParams.get("pin")?.trim().slice(0, 10) ?? "";
  const region = findDeliveryRegion(pin);
  const time = region && formatWorkingDays(deliveryDays(services.settings.policies.delivery, region));
  return { ...(await readFixedPage(services, "shipping")), pin, time };
}

export function meta({ loaderData: { page, url }, matches }: Route.MetaArgs): Route.MetaDescriptors {
  return describePage(matches, { title: page.title, description: page.description, url });
}

/** Page about delivery fees and times, with an estimate for a PIN code. */
export default function Shipping({ loaderData: { page, pin, time } }: Route.ComponentProps) {
  return (
    <ContentLayout page={page}>
      <Form
        action={href("/shipping")}
        className="content-not-printed mb-12 max-w-measure bg-sunk p-6 sm:p-8"
        preventScrollReset
      >
        <h2 className="text-h3">When will it arrive?</h2>
        <div className="mt-4 flex flex-wrap items-start gap-3">
          <div className="min-w-40 flex-1">
            <TextField
              key={pin}
              label="PIN code"
              name="pin"
              inputMode="numeric"
              autoComplete="postal-code"
              maxLength={7}
              required
              defaultValue={pin}
              error={pin === "" ? null : describeWrongPin(pin)}
            />
          </div>
          <div className="mt-[calc(1lh+0.375rem)]">
            <Button>Tell me</Button>
          </div>
        </div>
        <p role="status" className="mt-3 min-h-6">
          {time && (
            <>
              To {pin}: usually <strong>{time}</strong> from your order to your door.
            </>
          )}
        </p>
      </Form>
    </ContentLayout>
  );
}
