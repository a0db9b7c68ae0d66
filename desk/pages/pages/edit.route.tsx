/** The desk's page that edits a page of the shop: the form, how readers will see it, and its earlier versions. */
import { data } from "react-router";

import type { ContentPage } from "#app/content/content-page.ts";
import { findFixedPage, originalField } from "#app/content/fixed-pages/fixed-pages.ts";
import { pageFields } from "#app/content/page-fields.ts";
import { showField } from "#app/content/write-page.ts";
import { detectLanguage } from "#app/display/detect-language.ts";
import { servicesContext } from "#app/http/context.ts";
import { readPageFacts } from "#app/http/page-facts.server.ts";
import { BackLink } from "#desk/components/back-link.tsx";
import { BothVersions } from "#desk/components/forms/both-versions.tsx";
import { Form } from "#desk/components/forms/form.tsx";
import { ActionBanner } from "#desk/components/frame/action-banner.tsx";
import faces from "#desk/pages/look/faces.css?url";
import { deskHref } from "#desk/desk-routes.ts";
import { answerAction } from "#desk/http/answer-action.server.ts";
import { redirectWithFlash } from "#desk/http/redirect-with-flash.server.ts";
import { requireStaff } from "#desk/http/staff.server.ts";
import { shortMoment } from "#shop/kernel/dates/dates.ts";
import { pagePath } from "#shop/office/pages/page.ts";
import {
  findFirstWords,
  findPageAndOthers,
  findPageVersion,
  listPageVersions,
} from "#shop/office/pages/pages.server.ts";
import { Banner } from "#ui/banner.tsx";
import { Button } from "#ui/button.tsx";
import { pageActions } from "./actions.server.ts";
import { listLinkTargets } from "./link-targets.ts";
import { linksToShop } from "./links-to-shop.ts";
import { PageFields } from "./page-fields.tsx";
import { originalOf, pageValues, writePage } from "./page-form.server.ts";
import { pageLabels } from "./page-labels.ts";
import { PagePreview } from "./page-preview.tsx";
import { useLivePreview } from "./use-live-preview.ts";
import { Versions } from "./versions.tsx";

import type { Route } from "./+types/edit.route";

const empty: ContentPage = { title: "A new page", description: "", lead: "", sections: [] };
const formId = "page";
const start = { title: "", lead: "", text: "", place: "none", position: "0", shown: "yes" };

export async function loader(args: Route.LoaderArgs) {
  await requireStaff(args, { needs: "settings" });
  const services = args.context.get(servicesContext);
  const { db, settings, now } = services;
  const query = new URL(args.request.url).searchParams;
  const id = query.get("page")?.slice(0, 60) ?? null;
  const original = originalOf(id ?? "");
  const asked = query.get("version");
  const number = readNumber(asked);
  const [{ page: stored, others }, facts, versions, version, first] = await Promise.all([
    id === null ? { page: null, others: [] } : findPageAndOthers(db, id),
    readPageFacts(services, { withOffers: true }),
    id === null ? [] : listPageVersions(db, id),
    id !== null && number ? findPageVersion(db, id, number) : null,
    id === null ? null : findFirstWords(db, id),
  ]);
  const page = stored ?? original;
  if (id !== null && !page) throw data("There is no such page.", { status: 404 });
  const other = asked === "original" ? original : asked === "first" ? first : version;
  const chosen = other && { lead: other.lead, text: other.text };
  const wasOriginal = first?.text === original?.text && first?.lead === original?.lead;
  const loaded: Record<string, string> = page ? pageValues(page) : start;
  return {
    id,
    title: page?.title ?? "A new page",
    isFixed: original !== null,
    besides: findFixedPage(id ?? "")?.besides,
    isChanged: stored !== null,
    path: id === null ? null : original ? `/${id}` : pagePath(id),
    url: settings.publicUrl,
    targets: listLinkTargets(others),
    look: settings.look,
    isShown: page?.isShown ?? false,
    loaded,
    filled: { ...loaded, ...chosen },
    version: chosen ? asked : null,
    versions: versions.map((one) => ({ ...one, at: shortMoment(one.at) })),
    // A page that had the shop's own words then is listed with these.
    firstUntil: first && !wasOriginal ? shortMoment(first.at) : null,
    fields: [
      ...(original ? [{ name: originalField, about: "All of the shop’s own words", now: null }] : []),
      ...Object.entries(pageFields).map(([name, { about }]) => ({ name, about, now: showField(name, facts) })),
    ],
    preview: page
      ? linksToShop(writePage({ ...page, ...chosen }, facts, stored || chosen ? now() : null), settings.publicUrl)
      : empty,
  };
}

export function action(args: Route.ActionArgs) {
  return answerAction(args, pageActions, (_, answer) => {
    if ("preview" in answer) return data(answer);
    const { page, words } = answer;
    const to = page === null ? deskHref("/pages") : deskHref("/pages/edit", { page });
    return redirectWithFlash(args.request, to, words);
  });
}

/** Reloads the data after a rejected form. */
export const shouldRevalidate = () => true;

export const meta = ({ loaderData }: { loaderData?: { title: string } }) => [{ title: loaderData?.title ?? "A page" }];

export const links = () => [{ rel: "stylesheet", href: faces }];

export default function EditPage({ loaderData, actionData: sent }: Route.ComponentProps) {
  const { id, title, isFixed, besides, isChanged, path, url, isShown, loaded, filled } = loaderData;
  const { version, versions, firstUntil, fields, targets } = loaderData;
  const key = `${JSON.stringify(loaded)} ${version ?? ""}`;
  const live = useLivePreview(formId, key);
  const trouble = sent && "action" in sent ? sent : null;
  const ofForm = trouble && trouble.action !== "pages.remove" ? trouble : null;
  const sentPreview = sent && "preview" in sent ? sent : null;
  const values = ofForm?.values ?? sentPreview?.typed ?? filled;
  return (
    <div className="desk-page grid max-w-[90rem]! gap-8">
      <div>
        <BackLink to={deskHref("/pages")}>Pages</BackLink>
        <h1 className="text-h3 break-words" lang={detectLanguage(title)}>
          {title}
        </h1>
        {path !== null && isShown && (
          <a className="link inline-flex min-h-11 items-center break-all" href={url + path}>
            {path}
          </a>
        )}
        {besides && <p className="max-w-measure text-quiet">{besides}</p>}
        <ActionBanner trouble={trouble} />
        <BothVersions trouble={ofForm} now={loaded} labels={pageLabels} />
        {version !== null && !ofForm && (
          <Banner variant="note" className="mt-4">
            {version === "original"
              ? "The form has the shop’s own words."
              : "The form has the words of an earlier version."}{" "}
            Save them to use them again.
          </Banner>
        )}
      </div>
      <div className="grid items-start gap-8 lg:grid-cols-2">
        <Form method="post" id={formId} key={key} className="grid min-w-0 gap-4" noValidate>
          <input type="hidden" name="page" value={id ?? ""} />
          <input type="hidden" name="was" value={id === null ? "" : JSON.stringify(loaded)} />
          <PageFields
            values={values}
            errors={ofForm?.errors ?? {}}
            kind={isFixed ? "fixed" : id === null ? "new" : "own"}
            fields={fields}
            targets={targets}
            shopUrl={url}
          />
          <p className="desk-save">
            <Button name="intent" value="pages.save">
              Save
            </Button>
            {/* With scripts the page is drawn anyway. */}
            <Button variant="outline" name="intent" value="pages.preview" className="without-script">
              Preview
            </Button>
          </p>
        </Form>
        <PagePreview
          page={live.preview ?? sentPreview?.preview ?? loaderData.preview}
          fault={live.fault}
          look={loaderData.look}
        />
      </div>
      {id !== null && <Versions page={id} {...{ versions, firstUntil, isFixed, isChanged }} chosen={version} />}
      {id !== null && !isFixed && (
        <Form method="post">
          <input type="hidden" name="page" value={id} />
          <p className="mb-3 max-w-measure text-quiet">
            Its address then leads nowhere. You can undo this for 30 days on the page History; to hide a page for a
            while, choose “Hidden” above.
          </p>
          <Button variant="danger" name="intent" value="pages.remove">
            Remove the page
          </Button>
        </Form>
      )}
    </div>
  );
}

function readNumber(given: string | null): number | null {
  return given !== null && /^[1-9]\d{0,14}$/.test(given) ? Number(given) : null;
}
