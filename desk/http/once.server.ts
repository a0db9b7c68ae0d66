import { randomUUID } from "node:crypto";

/** A key for the forms of a page that is shown now: sent twice, they are done once (`shop/people/staff/run-action.server.ts`). */
export function newOnceKey(): string {
  return randomUUID();
}
