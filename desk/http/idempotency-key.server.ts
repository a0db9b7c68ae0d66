import { randomUUID } from "node:crypto";

/** Creates an idempotency key for the forms of a page (`shop/people/staff/run-action.server.ts`). */
export function newIdempotencyKey(): string {
  return randomUUID();
}
