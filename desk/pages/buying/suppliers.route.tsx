/** The desk's list of suppliers, and the form that adds one. */
import { Link } from "react-router";

import { servicesContext } from "#app/http/context.ts";
import { Form } from "#desk/components/forms/form.tsx";
import { ActionBanner } from "#desk/components/frame/action-banner.tsx";
import { deskHref } from "#desk/desk-routes.ts";
import { answerAction } from "#desk/http/answer-action.server.ts";
import { redirectWithFlash } from "#desk/http/redirect-with-flash.server.ts";
import { requireStaff } from "#desk/http/staff.server.ts";
import { StockNav } from "#desk/pages/stock/stock-nav.tsx";
import { formatCount } from "#shop/kernel/text/format-count.ts";
import { listSuppliers, maxSuppliers } from "#shop/office/buying/suppliers.server.ts";
import { describeTerms } from "#shop/office/stock-room/terms.ts";
import { Button } from "#ui/button.tsx";
import { TextField } from "#ui/field.tsx";
import { addSupplier } from "./supplier-actions.server.ts";

import type { Route } from "./+types/suppliers.route";

export async function loader(args: Route.LoaderArgs) {
  await requireStaff(args, { needs: "buying" });
  return { suppliers: await listSuppliers(args.context.get(servicesContext).db), most: maxSuppliers };
}

export function action(args: Route.ActionArgs) {
  return answerAction(args, [addSupplier], (_, { id, words }) =>
    redirectWithFlash(args.request, deskHref("/stock/suppliers/:supplier", { supplier: id }), words),
  );
}

export const meta = () => [{ title: "Suppliers" }];

export default function Suppliers({ loaderData, actionData }: Route.ComponentProps) {
  const { suppliers, most } = loaderData;
  const trouble = actionData ?? null;
  return (
    <div className="desk-page">
      <StockNav />
      <h1 className="text-h3">Suppliers</h1>
      <ActionBanner trouble={trouble} />
      <Form method="post" className="desk-card mt-4 p-4">
        <div className="field-row sm:grid-cols-[1fr_auto]">
          <TextField
            label="Name"
            hint="As it is on the bills"
            name="name"
            required
            maxLength={120}
            autoComplete="off"
            defaultValue={trouble?.values.name ?? ""}
            error={trouble?.errors.name}
          />
          <p>
            <Button name="intent" value="buying.add-supplier">
              Add
            </Button>
          </p>
        </div>
      </Form>
      {suppliers.length === 0 ? (
        <p className="mt-6">There are no suppliers yet. Each delivery and each purchase order adds its own.</p>
      ) : (
        <ul className="mt-6 border-t border-line">
          {suppliers.map((supplier) => (
            <li key={supplier.id} className="flex flex-wrap items-baseline gap-x-4 gap-y-1 border-b border-line py-2">
              <span className="min-w-0 flex-1 basis-60 break-words">
                <Link className="row-link" to={deskHref("/stock/suppliers/:supplier", { supplier: supplier.id })}>
                  {supplier.name}
                </Link>
                <span className="block text-small text-quiet">{describeTerms(supplier)}</span>
              </span>
              <span className="basis-60">
                {supplier.openOrders > 0 && formatCount(supplier.openOrders, "open purchase order")}
              </span>
            </li>
          ))}
        </ul>
      )}
      {suppliers.length === most && <p className="mt-3 text-quiet">The list ends here: it shows {most} suppliers.</p>}
    </div>
  );
}
