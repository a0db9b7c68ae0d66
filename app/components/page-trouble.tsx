import { ButtonLink } from "#ui/button.tsx";

import { EmptyState } from "./empty-state.tsx";

/** Our fault, said plainly. */
export function PageTrouble() {
  return (
    <div className="page pt-8 lg:pt-12">
      <EmptyState title="This page fell out of its binding" heading="h1" sheet={{ pattern: "lehariya", inks: "neem" }}>
        <p>Something went wrong on our side. Nothing you did is lost; try again in a minute.</p>
        <p className="mt-5">
          <ButtonLink to="/" reloadDocument>
            Return to homepage
          </ButtonLink>
        </p>
      </EmptyState>
    </div>
  );
}
