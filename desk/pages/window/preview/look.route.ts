import { servicesContext } from "#app/http/context.ts";
import { requireStaff } from "#desk/http/staff.server.ts";
import { previewQuery } from "#shop/office/storefront/preview-link.server.ts";
import { ActionRefused } from "#shop/people/staff/run-action.server.ts";
import { resolveStorefront } from "#desk/pages/window/draft/draft-actions.server.ts";
import { readStorefrontForm } from "#desk/pages/window/draft/draft-form.ts";

import type { Route } from "./+types/look.route";

/** The answer: the address of home with the window as it is in the form, or why it cannot be shown. */
export type PreviewedForm = { url: string } | { problem: string };

/** The link of a preview of an unsaved window, as JSON for the frame next to its form. */
export async function loader(args: Route.LoaderArgs) {
  await requireStaff(args, { needs: "window" });
  const services = args.context.get(servicesContext);
  const typed = Object.fromEntries(args.url.searchParams);
  const read = readStorefrontForm(typed);
  if (!read.ok) return Response.json(refused(read.errors));
  const due = new Date(typed.due ?? "");
  const at = Number.isNaN(due.getTime()) ? services.now() : due;
  try {
    const window = await resolveStorefront(services.db, read.content, at);
    const look = typed.look === "light" || typed.look === "dark" ? typed.look : null;
    const url = `${services.settings.publicUrl}/?${previewQuery(services, { window, at }, look)}`;
    return Response.json({ url } satisfies PreviewedForm);
  } catch (error) {
    if (error instanceof ActionRefused) return Response.json(refused({ form: error.message, ...error.errors }));
    throw error;
  }
}

function refused(errors: Record<string, string>): PreviewedForm {
  return { problem: Object.values(errors).at(-1) ?? "" };
}
