/** Table of a book's stock movements: the cause, who did it and why, the change, and the copies on hand after it. */

import { Link } from "react-router";

import { deskHref } from "#desk/desk-routes.ts";
import { longMoment } from "#shop/kernel/dates/dates.ts";
import { withMinus } from "#shop/kernel/money/signed-amount.ts";
import type { StockMove } from "#shop/office/stock-room/book-stock.server.ts";
import { inDigits } from "./counts/describe-count.ts";

const causes: Record<StockMove["cause"], string> = {
  received: "Received",
  sale: "Sold",
  return: "Returned",
  correction: "Corrected",
};

export function Moves({
  moves,
  isFirst,
  maySeeOrders,
  maySeeImports,
}: {
  moves: StockMove[];
  isFirst: boolean;
  maySeeOrders: boolean;
  maySeeImports: boolean;
}) {
  if (moves.length === 0)
    return (
      <p className="mt-3">{isFirst ? "There are no stock movements yet." : "There are no older stock movements."}</p>
    );
  return (
    <table className="desk-table mt-3">
      <thead className="max-sm:sr-only">
        <tr>
          <th scope="col">When</th>
          <th scope="col">What</th>
          <th scope="col" className="text-right!">
            Copies
          </th>
          <th scope="col" className="text-right!">
            On hand
          </th>
        </tr>
      </thead>
      <tbody>
        {moves.map((move) => (
          <tr
            key={move.id}
            className="max-sm:grid max-sm:grid-cols-[1fr_auto_auto] max-sm:border-b max-sm:border-line max-sm:*:border-b-0!"
          >
            <td className="max-sm:col-span-3 max-sm:pb-0!">
              <time dateTime={move.at}>{longMoment(move.at)}</time>
            </td>
            <td>
              <span className="font-semibold">{causes[move.cause]}</span>
              <span className="block text-small text-quiet">
                <Why move={move} maySeeOrders={maySeeOrders} maySeeImports={maySeeImports} />
              </span>
            </td>
            <td className="text-right! font-semibold tabular-nums">{inDigits(move.delta)}</td>
            <td className="text-right! tabular-nums">
              {withMinus(move.onHand)}
              <span className="sm:hidden"> on hand</span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface WhyProps {
  move: StockMove;
  maySeeOrders: boolean;
  maySeeImports: boolean;
}

function Why({ move, maySeeOrders, maySeeImports }: WhyProps) {
  const { orderNumber, importId, importFile, staff, program, reason } = move;
  if (orderNumber !== null)
    return maySeeOrders ? (
      <Link className="link" to={deskHref("/orders/:number", { number: orderNumber })}>
        {orderNumber}
      </Link>
    ) : (
      orderNumber
    );
  if (importId !== null) {
    const name = importFile ? `import ${importId} of ${importFile}` : `import ${importId}`;
    return (
      <>
        {"by "}
        {maySeeImports && importFile ? (
          <Link className="link break-words" to={deskHref("/import/undo/:import", { import: importId })}>
            {name}
          </Link>
        ) : (
          name
        )}
      </>
    );
  }
  const who = staff ?? program;
  return [reason, who && `by ${who}`].filter(Boolean).join(", ");
}
