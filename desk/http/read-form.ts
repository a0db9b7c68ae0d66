import { z } from "zod";

import { readFields } from "#shop/kernel/forms/read-fields.ts";
import { orderNumberPattern } from "#shop/sales/orders/placing/order-number.ts";
import type { ReadAction } from "#shop/people/staff/run-action.server.ts";

/** Parses a form with a schema; errors are per field. */
export function readForm<Fields>(form: FormData, shape: z.ZodType<Fields>): ReadAction<Fields> {
  const found = readFields(shape, form);
  if (found.ok) return { ok: true, input: found.fields };
  return { ok: false, errors: found.errors as Record<string, string> };
}

/** Error text for hidden fields, which staff can correct only by opening the page again. */
export const openAgainMessage = "This form is incomplete. Open the page again.";

/** Form field with an order number. */
export const orderField = z.string().trim().toUpperCase().regex(orderNumberPattern, "Choose an order.");
