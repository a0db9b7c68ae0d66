import { data } from "react-router";

import PageNotFound from "#app/components/page-not-found.tsx";
import { pageTitle } from "#app/display/page-title.ts";

import type { Route } from "./+types/route";

export function loader() {
  return data(null, { status: 404 });
}

export function meta({ matches }: Route.MetaArgs): Route.MetaDescriptors {
  return [pageTitle(matches, "Page not found"), { name: "robots", content: "noindex" }];
}

export default function NotFound() {
  return <PageNotFound />;
}
