import { z } from "zod";

import { readFields } from "#shop/kernel/forms/read-fields.ts";
import { orderNumberPattern } from "#shop/sales/orders/placing/order-number.ts";
import type { ReadAction } from "#shop/people/staff/run-action.server.ts";

/** Reads a form by a schema; what is wrong is said for each field. */
export function readForm<Fields>(form: FormData, shape: z.ZodType<Fields>): ReadAction<Fields> {
  const found = readFields(shape, form);
  if (found.ok) return { ok: true, input: found.fields };
  return { ok: false, errors: found.errors as Record<string, string> };
}

/** What is said of what a form carries out of sight: nobody can mend it but by opening the page anew. */
export const openAgain = "Open this page again.";

/** The field of a form that names an order. */
export const orderField = z.string().trim().toUpperCase().regex(orderNumberPattern, "Choose an order.");
