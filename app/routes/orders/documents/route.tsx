import { Link } from "react-router";

import { pageTitle } from "#app/display/page-title.ts";
import { DocumentView } from "#app/components/document-view.tsx";
import { href } from "#routing/href.ts";
import { lookPreviewContext, servicesContext } from "#app/http/context.ts";
import { writeSampleBill } from "#shop/office/settings/sample-bill.ts";
import { findOrderDocument } from "./find-order-document.server.ts";
import type { Route } from "./+types/route";

export async function loader({ request, url, params, context }: Route.LoaderArgs) {
  if (context.get(lookPreviewContext)) {
    const { settings, now } = context.get(servicesContext);
    return { content: writeSampleBill(settings, now()), pdf: null, order: null };
  }
  const { content } = await findOrderDocument(context, request, params.orderNumber, params.document);
  const pdf = href("/orders/:orderNumber/documents/:document/pdf", params) + url.search;
  const order = href("/orders/:orderNumber", { orderNumber: params.orderNumber }) + url.search;
  return { content, pdf, order };
}

export function headers() {
  return { "referrer-policy": "no-referrer" };
}

export function meta({ matches, loaderData }: Route.MetaArgs): Route.MetaDescriptors {
  return [pageTitle(matches, loaderData?.content.number ?? "Not found"), { name: "robots", content: "noindex" }];
}

export default function DocumentPage({ loaderData: { content, pdf, order } }: Route.ComponentProps) {
  return (
    <div className="page py-10">
      {order !== null && pdf !== null && (
        <p className="mx-auto mb-6 flex max-w-240 flex-wrap justify-between gap-x-8">
          <Link to={order} className="link inline-flex min-h-11 items-center">
            Order {content.orderNumber}
          </Link>
          <a href={pdf} className="link inline-flex min-h-11 items-center">
            Keep it as a PDF
          </a>
        </p>
      )}
      <DocumentView content={content} />
    </div>
  );
}
