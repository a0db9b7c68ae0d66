import { Link } from "react-router";

import { deskHref } from "#desk/desk-routes.ts";
import { Figure } from "#ui/figure.tsx";

/** An order number. It is a link if `maySee`: the signed-in person may open orders. */
export function OrderNumber({ number, maySee }: { number: string; maySee: boolean }) {
  if (!maySee) return <Figure className="font-semibold">{number}</Figure>;
  return (
    <Link
      translate="no"
      className="row-link inline-flex min-h-11 items-center"
      to={deskHref("/orders/:number", { number })}
    >
      {number}
    </Link>
  );
}
