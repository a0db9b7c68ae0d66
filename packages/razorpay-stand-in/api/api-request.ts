import type { RazorpayContext } from "#razorpay-stand-in/context.ts";
import type { FaultName } from "#razorpay-stand-in/faults.ts";

/** A parsed API request. `afterAnswer` runs after the response was sent. */
export interface ApiRequest {
  id: string;
  subId: string;
  query: URLSearchParams;
  headers: Headers;
  body: Record<string, unknown>;
  afterAnswer: (() => void)[];
}

/** A route: method, path with `:id` and `:sub`, handler, and the fault that loses the response. */
export type Route = [
  method: string,
  path: string,
  work: (context: RazorpayContext, call: ApiRequest) => unknown,
  lostBy?: FaultName,
];
