import { collection } from "./answers.ts";
import type { Call, Route } from "./call.ts";
import type { Desk } from "./desk.ts";
import { disputeById } from "./lookup.ts";
import { allowQuery, page } from "./validate.ts";
import { disputeOnWire } from "./wire.ts";

/** /v1/disputes, to read; contesting one takes documents, which the stand-in does not keep. */
export const disputeRoutes: readonly Route[] = [
  ["GET", "/v1/disputes", listDisputes],
  ["GET", "/v1/disputes/:id", readDispute],
];

function listDisputes(desk: Desk, { query }: Call): unknown {
  allowQuery(query, ["count", "skip"]);
  return collection(page(Object.values(desk.ledger.books.disputes), query).map(disputeOnWire));
}

function readDispute(desk: Desk, { id, query }: Call): unknown {
  allowQuery(query, []);
  return disputeOnWire(disputeById(desk, id));
}
