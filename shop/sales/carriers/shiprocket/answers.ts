/** What Shiprocket answers, read from JSON. Numbers may be texts, and fields that are not needed are ignored. */
import { z } from "zod";

import type { CarrierBooking } from "#shop/sales/carriers/carrier.ts";

const id = z.union([z.number(), z.string()]).transform(String);
const text = z
  .string()
  .nullish()
  .transform((given) => given ?? "");
const amount = z.coerce.number().finite().nonnegative();

export const login = z.object({ token: z.string().min(1) });

const courier = z
  .object({
    courier_company_id: id,
    courier_name: z.string(),
    rate: amount.nullish(),
    cod: z.coerce.number().nullish(),
    estimated_delivery_days: z.union([z.number(), z.string()]).nullish(),
    blocked: z.coerce.number().nullish(),
  })
  .transform((one) => {
    const days = Number.parseInt(String(one.estimated_delivery_days ?? ""), 10);
    return {
      option: one.courier_company_id,
      name: one.courier_name,
      chargePaise: one.rate == null ? null : Math.round(one.rate * 100),
      days: Number.isInteger(days) && days >= 0 && days < 60 ? days : null,
      collectsCash: one.cod === 1,
      isBlocked: one.blocked === 1,
    };
  });

/**
 * The couriers of a PIN code. None is an empty list, or the status 404 in the body, whatever the status of the response.
 * An address that does not exist is answered with `status_code: 404` instead, which is no answer about the PIN code.
 */
export const couriers = z.union([
  z
    .object({ data: z.object({ available_courier_companies: z.array(courier) }) })
    .transform(({ data }) => data.available_courier_companies),
  z.object({ status: z.coerce.number().pipe(z.literal(404)) }).transform(() => []),
]);

export const createdOrder = z.object({ order_id: id, shipment_id: id });

export const assigned = z.object({
  awb_assign_status: z.coerce.number().nullish(),
  message: text,
  response: z
    .object({
      data: z.object({ awb_code: text, courier_name: text, awb_assign_error: text }).partial().nullish(),
    })
    .partial()
    .nullish(),
});

export const foundOrders = z.object({
  data: z.array(
    z
      .object({
        id,
        channel_order_id: z.string(),
        status: text,
        shipments: z.array(z.object({ id, awb: text, courier: text })),
      })
      .transform(({ id: orderId, channel_order_id: reference, status, shipments: [shipment] }) => {
        const booking: CarrierBooking = {
          ids: { order: orderId, shipment: shipment?.id ?? "" },
          trackingNumber: shipment?.awb ?? "",
          courier: shipment?.courier ?? "",
          // "CANCELED" in the published example, "CANCELLATION REQUESTED" elsewhere.
          isCancelled: /^cancel/i.test(status),
        };
        return { reference, booking };
      }),
  ),
});

export const label = z.object({ label_created: z.coerce.number(), label_url: text, response: z.unknown() });

export const pickup = z.object({
  pickup_status: z.coerce.number().nullish(),
  message: text,
  response: z.object({ pickup_scheduled_date: text }).partial().or(z.string()).nullish(),
});

export const pickupPlaces = z.object({
  data: z.object({ shipping_address: z.array(z.object({ pickup_location: z.string(), pin_code: id })) }),
});

const trackingData = z.object({
  tracking_data: z.object({
    track_status: z.coerce.number().nullish(),
    shipment_status: z.coerce.number().nullish(),
    shipment_track: z.array(z.object({ current_status: text }).partial()).nullish(),
  }),
});

/** One parcel, or several by their numbers; one that has no scans yet is `track_status: 0`. */
export const trackings = z.record(z.string(), trackingData.catch({ tracking_data: { track_status: 0 } }));

export const anything = z.unknown();

const failure = z.object({
  message: z.string().optional(),
  errors: z.record(z.string(), z.array(z.string())).optional(),
  error: z.string().optional(),
});

/** Shiprocket's words in a failed answer, such as `The phone field is required.` */
export function readReason(answer: unknown): string | null {
  const parsed = failure.safeParse(answer).data;
  const ofFields = Object.values(parsed?.errors ?? {})
    .flat()
    .join(" ");
  return ofFields || parsed?.message || parsed?.error || null;
}
