/** A reader's saved addresses: lists and deletes them, and sets the default address. */
import { data, redirect, useLocation } from "react-router";

import { AccountLayout } from "#app/components/account-layout.tsx";
import { EmptyState } from "#app/components/empty-state.tsx";
import { pageTitle } from "#app/display/page-title.ts";
import { servicesContext } from "#app/http/context.ts";
import { requireReader } from "#app/session/visitor.server.ts";
import { href } from "#routing/href.ts";
import { deleteAddress, listAddresses, makeDefault, maxAddresses } from "#shop/people/readers/addresses.server.ts";
import { ButtonLink } from "#ui/button.tsx";
import { TransientMessage } from "#ui/transient-message.tsx";
import { AddressCard } from "./address-card.tsx";
import { readAddressId } from "./address-id.ts";
import { textOf } from "./text-of.ts";
import type { Route } from "./+types/addresses.route";

const notes = new Map([
  ["saved", "Your address is saved."],
  ["deleted", "The address is deleted."],
  ["default", "Your parcels now go to this address unless you choose another one."],
]);

export async function loader({ request, context }: Route.LoaderArgs) {
  const reader = requireReader(context);
  const addresses = await listAddresses(context.get(servicesContext).db, reader.id);
  const done = new URL(request.url).searchParams.get("done") ?? "";
  return { addresses, maxAddresses, note: notes.get(done) ?? null };
}

export async function action({ request, context }: Route.ActionArgs) {
  const reader = requireReader(context);
  const { db } = context.get(servicesContext);
  const form = await request.formData();
  const id = readAddressId(textOf(form, "id"));
  const isDeletion = form.get("intent") === "delete";
  const change = isDeletion ? deleteAddress : makeDefault;
  if (id === null || !(await change(db, reader.id, id))) throw data(null, { status: 404 });
  return redirect(href("/account/addresses", { done: isDeletion ? "deleted" : "default" }), 303);
}

export function meta({ matches }: Route.MetaArgs): Route.MetaDescriptors {
  return [pageTitle(matches, "Saved Addresses"), { name: "robots", content: "noindex" }];
}

/** List of the reader's saved addresses. */
export default function Addresses({ loaderData: { addresses, maxAddresses, note } }: Route.ComponentProps) {
  const { key } = useLocation();
  return (
    <AccountLayout
      title="Saved Addresses"
      words={addresses.length > 0 && "At the checkout, one click fills in a saved address."}
    >
      <TransientMessage messageKey={key}>{note}</TransientMessage>
      {addresses.length === 0 ? (
        <div className="mt-8">
          <EmptyState title="No address yet" endpaper={{ pattern: "jali", inks: "neem" }}>
            <p>Keep the ones you send books to: home, work, your grandmother’s.</p>
            <p className="mt-5">
              <ButtonLink to={href("/account/addresses/:addressId", { addressId: "new" })}>Add an address</ButtonLink>
            </p>
          </EmptyState>
        </div>
      ) : (
        <>
          <ul className="mt-8 grid gap-x-8 sm:grid-cols-2">
            {addresses.map((address) => (
              <AddressCard key={address.id} address={address} />
            ))}
          </ul>
          <p className="mt-4">
            {addresses.length >= maxAddresses ? (
              `You have ${maxAddresses} addresses, the most an account can hold.`
            ) : (
              <ButtonLink to={href("/account/addresses/:addressId", { addressId: "new" })}>Add an address</ButtonLink>
            )}
          </p>
        </>
      )}
    </AccountLayout>
  );
}
