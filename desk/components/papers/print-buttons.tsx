import { deskHref } from "#desk/desk-routes.ts";
import { Button } from "#ui/button.tsx";
import { papers, type Paper } from "./papers.ts";

/**
 * Buttons of a form that contains one or more orders. Each button opens one kind of paper for the chosen orders, as a
 * PDF in a new tab.
 */
export function PrintButtons({ kinds, of = "several" }: { kinds: readonly Paper[]; of?: "one" | "several" }) {
  return kinds.map((kind) => (
    <Button
      key={kind}
      variant="outline"
      formMethod="get"
      formAction={deskHref("/parcels/print/:paper", { paper: kind })}
      formTarget="_blank"
    >
      {papers[kind][of]}
    </Button>
  ));
}
