import { Link } from "react-router";

import { deskHref } from "#desk/desk-routes.ts";

/** An order's number; a link to its page for whoever may see that. */
export function OrderNumber({ number, maySee }: { number: string; maySee: boolean }) {
  if (!maySee) return <span className="font-semibold">{number}</span>;
  return (
    <Link className="row-link inline-flex min-h-11 items-center" to={deskHref("/orders/:number", { number })}>
      {number}
    </Link>
  );
}
