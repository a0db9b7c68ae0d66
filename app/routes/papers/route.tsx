import { pageTitle } from "#app/components/page-title.ts";
import { DocumentSheet } from "#app/components/document-sheet.tsx";
import { findPaper } from "./find-paper.server.ts";
import type { Route } from "./+types/route";

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const { content } = await findPaper(context, request, params.orderNumber, params.paper);
  const { pathname, search } = new URL(request.url);
  return { content, pdf: `${pathname}/pdf${search}` };
}

export function headers() {
  return { "referrer-policy": "no-referrer" };
}

export function meta({ matches, loaderData }: Route.MetaArgs): Route.MetaDescriptors {
  return [pageTitle(matches, loaderData?.content.number ?? "Not found"), { name: "robots", content: "noindex" }];
}

export default function PaperPage({ loaderData }: Route.ComponentProps) {
  return (
    <div className="page py-10">
      <p className="mb-6">
        <a href={loaderData.pdf} className="link inline-flex min-h-11 items-center">
          Keep it as a PDF
        </a>
      </p>
      <DocumentSheet content={loaderData.content} />
    </div>
  );
}
