import { data } from "react-router";

import { servicesContext } from "#app/http/context.ts";
import { Choices } from "#desk/components/forms/choices.tsx";
import { BackLink } from "#desk/components/back-link.tsx";
import { deskHref } from "#desk/desk-routes.ts";
import { requireStaff } from "#desk/http/staff.server.ts";
import { shortMoment } from "#shop/kernel/dates/dates.ts";
import { previewQuery, type Look } from "#shop/office/storefront/preview-link.server.ts";
import { findDraft } from "#shop/office/storefront/storefront-drafts.server.ts";

import { FramedHome } from "./framed-home.tsx";

import type { Route } from "./+types/preview.route";

const widths = { phone: "On a phone, 360 px", wide: "As wide as this page" } as const;
const looks = { device: "As this device", light: "Light", dark: "Dark" } as const;

/** The home page with a draft, in a frame: the shop's own page, by a link that expires after half an hour. */
export async function loader(args: Route.LoaderArgs) {
  await requireStaff(args, { needs: "window" });
  const services = args.context.get(servicesContext);
  const query = new URL(args.request.url).searchParams;
  const given = args.params.window ?? "";
  const id = /^[1-9]\d{0,8}$/.test(given) ? Number(given) : 0;
  const draft = await findDraft(services.db, id);
  if (!draft) throw data("There is no such window any more: it was published or removed.", { status: 404 });
  const width: keyof typeof widths = query.get("width") === "wide" ? "wide" : "phone";
  const asked = query.get("look");
  const look: Look | "device" = asked === "light" || asked === "dark" ? asked : "device";
  const at = draft.dueAt === null ? services.now() : new Date(draft.dueAt);
  const link = previewQuery(services, { window: draft.content, at }, look === "device" ? null : look);
  return {
    id,
    name: draft.name,
    when: draft.dueAt && `${shortMoment(draft.dueAt)}, India’s time`,
    width,
    look,
    url: `${services.settings.publicUrl}/?${link}`,
  };
}

export const meta = () => [{ title: "Preview of a window" }];

export default function Preview({ loaderData }: Route.ComponentProps) {
  const { id, name, when, width, look, url } = loaderData;
  const choose = (chosen: { width?: string; look?: string }) =>
    deskHref("/window/:window/preview", { window: id, width, look, ...chosen });
  return (
    <div className="desk-page grid gap-4">
      <div>
        <BackLink to={deskHref("/window/draft", { window: id })}>{name}</BackLink>
        <h1 className="text-h3 break-words">Home page with “{name}”</h1>
        <p className="mt-2 max-w-measure text-quiet">
          The last saved version{when && `, as the home page would be on ${when}`}. The preview works for half an hour.
          Its links open the current pages of the shop: open the preview in a new tab to use them.
        </p>
        <p>
          <a className="link inline-flex min-h-11 items-center" href={url} target="_blank" rel="noreferrer">
            Open it in a new tab
          </a>
        </p>
        <div className="flex flex-wrap gap-x-8">
          <Choices
            label="Width"
            choices={Object.entries(widths).map(([value, words]) => ({
              words,
              to: choose({ width: value }),
              isChosen: value === width,
            }))}
          />
          <Choices
            label="Light or dark"
            choices={Object.entries(looks).map(([value, words]) => ({
              words,
              to: choose({ look: value }),
              isChosen: value === look,
            }))}
          />
        </div>
      </div>
      <FramedHome
        key={url}
        title={`Home page with “${name}”`}
        url={url}
        width={width === "phone" ? "phone" : "full"}
        className="ml-0! h-[42rem]! outline outline-line"
      />
    </div>
  );
}
