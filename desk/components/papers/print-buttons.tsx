import { deskHref } from "#desk/desk-routes.ts";
import { Button } from "#ui/button.tsx";
import { papers, type Paper } from "./papers.ts";

/** Buttons of a form that holds one order or several: each opens one paper of all that are chosen as a PDF, in a tab of its own. */
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
