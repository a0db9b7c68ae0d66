import { EmptyState } from "#app/components/empty-state.tsx";
import { pageTitle } from "#app/display/page-title.ts";
import { href } from "#routing/href.ts";
import { ButtonLink } from "#ui/button.tsx";
import type { Route } from "./+types/deleted.route";

export function meta({ matches }: Route.MetaArgs): Route.MetaDescriptors {
  return [pageTitle(matches, "Your account is deleted"), { name: "robots", content: "noindex" }];
}

export default function AccountDeleted() {
  return (
    <div className="page pt-8 lg:pt-12">
      <EmptyState title="Your account is deleted" heading="h1" endpaper={{ pattern: "marble", inks: "chai" }}>
        <p>A last e-mail tells you what was deleted and what is kept. You are welcome in the shop at any time.</p>
        <p className="mt-5">
          <ButtonLink to={href("/")} reloadDocument size="large">
            Return to homepage
          </ButtonLink>
        </p>
      </EmptyState>
    </div>
  );
}
