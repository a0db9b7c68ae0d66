import type { RazorpayContext } from "#razorpay-stand-in/context.ts";
import type { FaultName } from "#razorpay-stand-in/faults.ts";

/** One request to the API, taken apart. `afterAnswer` runs when the answer has left. */
export interface ApiRequest {
  id: string;
  subId: string;
  query: URLSearchParams;
  headers: Headers;
  body: Record<string, unknown>;
  afterAnswer: (() => void)[];
}

/** Method, path with `:id` and `:sub`, the work, and the switch that loses its response. */
export type Route = [
  method: string,
  path: string,
  work: (context: RazorpayContext, call: ApiRequest) => unknown,
  lostBy?: FaultName,
];
