/** The desk's page of the shop's look: the form, the shop in that look beside it, and earlier looks. */
import { redirect } from "react-router";

import { servicesContext } from "#app/http/context.ts";
import { ActionBanner } from "#desk/components/frame/action-banner.tsx";
import { deskHref } from "#desk/desk-routes.ts";
import { answerAction } from "#desk/http/answer-action.server.ts";
import { receivePictures, withFields } from "#desk/http/receive-pictures.server.ts";
import { redirectWithFlash } from "#desk/http/redirect-with-flash.server.ts";
import { requireStaff } from "#desk/http/staff.server.ts";
import { settingActions } from "#desk/pages/settings/actions.server.ts";
import { groupValues } from "#desk/pages/settings/group-values.ts";
import { readAuditLog } from "#shop/kernel/audit-log/read-audit-log.server.ts";
import { mergeSettings } from "#shop/office/settings/changeable-settings.ts";
import { findBooksToShow, writeLookPass } from "#shop/office/settings/look-preview.server.ts";
import { lookGroup as group } from "#shop/office/settings/look-fields.ts";
import { readStoredSettings } from "#shop/office/settings/stored-settings.server.ts";
import { EarlierLooks } from "./earlier-looks.tsx";
import { LookForm, showIntent } from "./look-form.tsx";
import stylesheet from "./look.css?url";
import { readShown } from "./shown.ts";

import type { Route } from "./+types/route";

const looksShown = 8;

export async function loader(args: Route.LoaderArgs) {
  await requireStaff(args, { needs: "settings" });
  const services = args.context.get(servicesContext);
  const { db, settings } = services;
  const query = new URL(args.request.url).searchParams;
  const [stored, log, [book = null]] = await Promise.all([
    readStoredSettings(db),
    readAuditLog(db, { who: null, chapter: "settings", subject: `settings: ${group.title}`, before: null }),
    findBooksToShow(db),
  ]);
  const { fromEnvironment } = settings;
  const values = groupValues(group, stored, fromEnvironment);
  /** The values of an earlier look, or of the form without scripts, from the address. */
  const asked = valuesIn(query);
  const lookOf = (one: Record<string, string>) => mergeSettings(fromEnvironment, one).settings.look;
  const earlier = log.rows.flatMap(({ number, at, who, after }) =>
    after ? [{ number, at, who, look: lookOf(textsOf(after)) }] : [],
  );
  return {
    values,
    filled: { ...values, ...asked },
    isAsked: Object.keys(asked).length > 0,
    look: lookOf({ ...values, ...asked }),
    published: lookOf(values),
    locked: group.fields.flatMap(({ name }) => (name in fromEnvironment ? [name] : [])),
    earlier: earlier.slice(0, looksShown),
    publicUrl: settings.publicUrl,
    pass: writeLookPass(services),
    book,
    isOpen: settings.opening.state !== "not-open",
    shown: readShown(query),
  };
}

/** The settings of the look that a form or an address contains. */
function valuesIn(given: URLSearchParams): Record<string, string> {
  return Object.fromEntries(group.fields.flatMap(({ name }) => (given.has(name) ? [[name, given.get(name)!]] : [])));
}

/** The values of an entry of the audit log, without those that were not set. */
function textsOf(after: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(Object.entries(after).filter((one): one is [string, string] => typeof one[1] === "string"));
}

/** Reloads the data after a rejected form. */
export const shouldRevalidate = () => true;

export async function action(args: Route.ActionArgs) {
  const received = await receivePictures(args);
  if (!(received instanceof URLSearchParams)) return received;
  // Nothing is published: the form is filled from the address, and the preview shows it.
  if (received.get("intent") === showIntent) return redirect(deskHref("/look", valuesIn(received)), 303);
  return answerAction({ ...args, request: withFields(args.request, received) }, settingActions, (_, answer) =>
    redirectWithFlash(args.request, deskHref("/look"), answer),
  );
}

export const meta = () => [{ title: "Look" }];

export const links = () => [{ rel: "stylesheet", href: stylesheet }];

export default function LookPage({ loaderData, actionData }: Route.ComponentProps) {
  const trouble = actionData ?? null;
  return (
    <div className="desk-page grid gap-8">
      <div>
        <h1 className="text-h3">Look</h1>
        <p className="mt-2 max-w-measure text-quiet">
          How readers see the shop. The page beside the form is the shop itself in the look that you choose; readers see
          it once you publish.
        </p>
        <ActionBanner trouble={trouble} />
      </div>
      <LookForm {...loaderData} trouble={trouble} />
      <EarlierLooks earlier={loaderData.earlier} published={loaderData.published} />
    </div>
  );
}
