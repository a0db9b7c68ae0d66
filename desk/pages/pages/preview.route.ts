import type { ContentPage } from "#app/content/content-page.ts";
import { performAction } from "#desk/http/answer-action.server.ts";
import { requireStaff } from "#desk/http/staff.server.ts";
import type { ActionOutcome } from "#shop/people/staff/run-action.server.ts";
import { previewPage, type PagePreview } from "./actions.server.ts";

import type { Route } from "./+types/preview.route";

/** The answer: the page as readers will see it, or why it cannot be shown. */
export type PreviewedPage = { preview: ContentPage } | { fault: string };

/** Nothing is shown before the form is sent. */
export async function loader(args: Route.LoaderArgs) {
  await requireStaff(args, { needs: "settings" });
  return Response.json({});
}

/** The page as it is in the form, as JSON for the preview next to it. */
export async function action(args: Route.ActionArgs) {
  const { outcome } = await performAction(args, [previewPage]);
  return Response.json(describePreview(outcome));
}

function describePreview(outcome: ActionOutcome<PagePreview>): PreviewedPage {
  switch (outcome.kind) {
    case "done":
      return { preview: outcome.answer.preview };
    case "invalid": {
      const { text, lead, title } = outcome.errors;
      return { fault: text ?? lead ?? title ?? "" };
    }
    case "refused":
    case "not-allowed":
      return { fault: outcome.problem };
    default:
      return { fault: "The preview has stopped. Sign in again in another tab." };
  }
}
