import { servicesContext } from "#app/http/context.ts";
import { ActionBanner } from "#desk/components/frame/action-banner.tsx";
import { deskHref } from "#desk/desk-routes.ts";
import { answerAction } from "#desk/http/answer-action.server.ts";
import { receivePictures, withFields } from "#desk/http/receive-pictures.server.ts";
import { redirectWithFlash } from "#desk/http/redirect-with-flash.server.ts";
import { requireStaff } from "#desk/http/staff.server.ts";
import { isoDay } from "#shop/kernel/dates/dates.ts";
import { listHolidays } from "#shop/kernel/regions/indian-holidays.ts";
import { describeOpening } from "#shop/office/settings/describe-opening.ts";
import { mergeSettings } from "#shop/office/settings/changeable-settings.ts";
import { settingGroups } from "#shop/office/settings/setting-fields.ts";
import { suggestRates } from "#shop/office/settings/rates/suggest-zones.server.ts";
import { readStoredSettings } from "#shop/office/settings/stored-settings.server.ts";
import { settingActions } from "./actions.server.ts";
import { groupValues } from "./group-values.ts";
import { SettingsParts } from "./settings-parts.tsx";
import { SettingsForm } from "./settings-form.tsx";

import type { Route } from "./+types/route";

/** Loads the settings that owners change while the shop runs, and those set by the environment. */
export async function loader(args: Route.LoaderArgs) {
  await requireStaff(args, { needs: "settings" });
  const { db, settings, now } = args.context.get(servicesContext);
  const stored = await readStoredSettings(db);
  const { fromEnvironment } = settings;
  const { ignored, settings: merged } = mergeSettings(fromEnvironment, stored);
  const opening = settings.missingServices.length > 0 ? settings.opening : merged.opening;
  const today = isoDay(now());
  return {
    today,
    holidays: listHolidays(today),
    suggestedRates: suggestRates(merged.seller, { ...stored, ...fromEnvironment }.FREE_SHIPPING_FROM ?? ""),
    groups: settingGroups
      .filter(({ isOnOwnPage }) => !isOnOwnPage)
      .map((group) => ({
        ...group,
        ...(group.id === "opening" && { words: describeOpening(opening, now()) }),
        values: groupValues(group, stored, fromEnvironment),
        locked: group.fields.flatMap(({ name }) => (name in fromEnvironment ? [name] : [])),
        ignored: Object.fromEntries(group.fields.flatMap(({ name }) => (ignored[name] ? [[name, ignored[name]]] : []))),
      })),
  };
}

/** Reloads the data after a rejected form. */
export const shouldRevalidate = () => true;

export async function action(args: Route.ActionArgs) {
  const received = await receivePictures(args);
  if (!(received instanceof URLSearchParams)) return received;
  return answerAction({ ...args, request: withFields(args.request, received) }, settingActions, (_, answer) =>
    redirectWithFlash(args.request, deskHref("/settings"), answer),
  );
}

export const meta = () => [{ title: "Settings" }];

export default function Settings({ loaderData, actionData }: Route.ComponentProps) {
  const { groups } = loaderData;
  const trouble = actionData ?? null;
  return (
    <div className="desk-page grid gap-8">
      <div>
        <h1 className="text-h3">Settings</h1>
        <p className="mt-2 max-w-measure text-quiet">
          The fields show the current values. Each part is saved separately, and the shop applies a change within a
          second or two. Empty a field to use its default.
        </p>
        <ActionBanner trouble={trouble} />
      </div>
      <div className="grid items-start gap-x-10 gap-y-6 lg:grid-cols-[11rem_minmax(0,1fr)]">
        <SettingsParts parts={groups} />
        <div className="grid gap-8">
          {groups.map((group) => (
            <SettingsForm key={group.id} group={group} trouble={trouble?.values.group === group.id ? trouble : null} />
          ))}
        </div>
      </div>
    </div>
  );
}
