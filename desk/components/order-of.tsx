import { Link } from "react-router";

import { deskHref } from "#desk/desk-routes.ts";

/** An order number, as a link for staff who may see the order. */
export function OrderOf({ number, maySee }: { number: string; maySee: boolean }) {
  if (!maySee) return <span className="whitespace-nowrap">{number}</span>;
  return (
    <Link className="link whitespace-nowrap" to={deskHref("/orders/:number", { number })}>
      {number}
    </Link>
  );
}
