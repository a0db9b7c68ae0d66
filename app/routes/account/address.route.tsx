/** The form for one address of a reader: saves a new address or the changes of a saved one. */
import { useState } from "react";
import { data, Form, Link, redirect, useNavigation } from "react-router";

import { AccountLayout } from "#app/components/account-layout.tsx";
import { AddressFields } from "#app/components/forms/address-fields.tsx";
import { pageTitle } from "#app/display/page-title.ts";
import { fetchDelivery } from "#app/client/storage/delivery-pin.ts";
import { useFirstError } from "#app/client/use-first-error.ts";
import { useFieldErrors } from "#app/client/use-field-errors.ts";
import { servicesContext } from "#app/http/context.ts";
import { requireReader } from "#app/session/visitor.server.ts";
import { href } from "#routing/href.ts";
import { changeAddress, findAddress, saveAddress } from "#shop/people/readers/addresses.server.ts";
import { readTexts } from "#shop/kernel/forms/read-fields.ts";
import { parseAddress, type Address } from "#shop/kernel/forms/delivery.server.ts";
import { Banner } from "#ui/banner.tsx";
import { Button } from "#ui/button.tsx";
import { Checkbox } from "#ui/checkbox.tsx";
import { readAddressId } from "./address-id.ts";
import type { Route } from "./+types/address.route";

export async function loader({ params, context }: Route.LoaderArgs) {
  const reader = requireReader(context);
  if (params.addressId === "new") {
    const { name, phone } = reader;
    return { address: { name, phone }, isNew: true, isDefault: false };
  }
  const id = readAddressId(params.addressId);
  const address = id && (await findAddress(context.get(servicesContext).db, reader.id, id));
  if (!address) throw data(null, { status: 404 });
  return { address, isNew: false, isDefault: address.isDefault };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const reader = requireReader(context);
  const { db } = context.get(servicesContext);
  const form = await request.formData();
  const parsed = parseAddress(form);
  if (!parsed.ok) {
    const typed: Partial<Address> = readTexts(form);
    return data({ errors: parsed.errors, typed, isFull: false }, { status: 422 });
  }
  const isDefault = form.get("isDefault") === "on";
  if (params.addressId === "new") {
    const saved = await saveAddress(db, reader.id, parsed.fields, isDefault);
    if (!saved.ok) return data({ errors: {}, typed: parsed.fields, isFull: true }, { status: 409 });
  } else {
    const id = readAddressId(params.addressId);
    if (!id || !(await changeAddress(db, reader.id, id, parsed.fields, isDefault))) throw data(null, { status: 404 });
  }
  return redirect(href("/account/addresses", { done: "saved" }), 303);
}

export function meta({ matches, params }: Route.MetaArgs): Route.MetaDescriptors {
  const title = params.addressId === "new" ? "New address" : "Edit address";
  return [pageTitle(matches, title), { name: "robots", content: "noindex" }];
}

/** Form for a new address, or for editing one. */
export default function AddressPage({ loaderData, actionData }: Route.ComponentProps) {
  const { address, isNew, isDefault } = loaderData;
  const form = useFirstError(actionData?.errors);
  const { errors, onInput } = useFieldErrors<Partial<Record<string, string>>>(actionData?.errors ?? noErrors);
  const isSaving = useNavigation().state === "submitting";
  const [town, setTown] = useState<string | null>(null);
  const findTown = (pin: string) =>
    void fetchDelivery(pin).then(
      ({ town = null }) => setTown(town),
      // Offline the reader types the town.
      () => {},
    );
  return (
    <AccountLayout title={isNew ? "New address" : "Edit address"}>
      {actionData?.isFull && (
        <Banner variant="error" className="mt-6 max-w-measure">
          Your account cannot hold more addresses. Delete one first.
        </Banner>
      )}
      <Form ref={form} method="post" noValidate onInput={onInput} className="mt-8 max-w-measure">
        <AddressFields known={actionData?.typed ?? address} errors={errors} town={town} onPin={findTown} />
        {!isDefault && <Checkbox name="isDefault">Use this address unless I choose another</Checkbox>}
        <p className="mt-5 flex flex-wrap items-center gap-x-6 gap-y-2">
          <Button disabled={isSaving}>Save address</Button>
          <Link to={href("/account/addresses")} className="link inline-flex min-h-11 items-center">
            Back to your addresses
          </Link>
        </p>
      </Form>
    </AccountLayout>
  );
}

const noErrors = {};
