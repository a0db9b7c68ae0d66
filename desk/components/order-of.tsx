import { Link } from "react-router";

import { deskHref } from "#desk/desk-routes.ts";

/** An order number. It is a link if `maySee`: the signed-in person may open orders. */
export function OrderOf({ number, maySee }: { number: string; maySee: boolean }) {
  if (!maySee) return <span className="whitespace-nowrap">{number}</span>;
  return (
    <Link className="link whitespace-nowrap" to={deskHref("/orders/:number", { number })}>
      {number}
    </Link>
  );
}
