import { collection } from "./answers.ts";
import type { ApiRequest, Route } from "./api-request.ts";
import type { RazorpayContext } from "#razorpay-stand-in/context.ts";
import { disputeById } from "#razorpay-stand-in/ledger/lookup.ts";
import { allowQuery, page } from "./validate.ts";
import { disputeOnWire } from "#razorpay-stand-in/ledger/wire.ts";

/** /v1/disputes, read-only: contesting needs documents, which the stand-in does not store. */
export const disputeRoutes: readonly Route[] = [
  ["GET", "/v1/disputes", listDisputes],
  ["GET", "/v1/disputes/:id", readDispute],
];

function listDisputes(context: RazorpayContext, { query }: ApiRequest): unknown {
  allowQuery(query, ["count", "skip"]);
  return collection(page(Object.values(context.ledger.books.disputes), query).map(disputeOnWire));
}

function readDispute(context: RazorpayContext, { id, query }: ApiRequest): unknown {
  allowQuery(query, []);
  return disputeOnWire(disputeById(context, id));
}
