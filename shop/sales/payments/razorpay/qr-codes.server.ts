/** Razorpay's QR codes, which it enables for an account on request. Their payments have no order. */
import { z } from "zod";

import { fetchPicture, publicInternet, type Network } from "#shop/catalogue/pictures/fetch-picture.server.ts";
import { messageOf } from "#shop/kernel/text/message-of.ts";
import { ProviderError, type ProviderOrder, type ProviderPayment } from "#shop/sales/payments/payment-provider.ts";
import type { ProviderApi } from "#shop/sales/payments/provider-api/ask-provider.server.ts";
import type { QrCode, QrCodeProvider } from "#shop/sales/payments/qr-code-provider.ts";
import { payment } from "./answers.ts";

const path = "/payments/qr_codes";
const pathOf = (codeId: string) => `${path}/${encodeURIComponent(codeId)}`;
/** Razorpay's maximum page size. */
const pageSize = 100;
/** Longest name and description; the documentation has no limit. */
const longestText = 100;
const pictureLimits = { maxBytes: 1024 * 1024, timeoutMs: 6000 };

const code = z.object({
  id: z.string().regex(/^qr_\w+$/),
  status: z.string(),
  payment_amount: z.number().int().nullish().catch(null),
  payments_amount_received: z.number().int().nonnegative(),
  image_url: z.string().nullish().catch(null),
  /** Only in the answers of accounts that asked for it. */
  image_content: z.string().nullish().catch(null),
  /** An empty list if there are none. */
  notes: z
    .object({ shop_order: z.string().nullish().catch(null) })
    .nullish()
    .catch(null),
});
type Answer = z.infer<typeof code>;

/** Whether the id of an order at Razorpay is that of a QR code. */
export function isCodeId(id: string): boolean {
  return id.startsWith("qr_");
}

/** Gives a payment of a code the code's id in place of an order's. */
export function paidTo(orderId: string, paid: ProviderPayment): ProviderPayment {
  return isCodeId(orderId) ? { ...paid, orderId } : paid;
}

/** A code as the order that `settlePayment` reads. It is never `paid`: a code may take a second payment all the same. */
export async function readCodeAsOrder({ ask }: ProviderApi, codeId: string): Promise<ProviderOrder> {
  const { id, status, payment_amount, payments_amount_received: paidPaise } = await ask(code, pathOf(codeId));
  return {
    provider: "razorpay",
    id,
    amountPaise: payment_amount ?? 0,
    paidPaise,
    currency: "INR",
    status: paidPaise > 0 ? "attempted" : status === "active" ? "created" : "closed",
  };
}

/** The payments of a code; unreadable ones are logged and omitted. */
export async function listCodePayments({ askList }: ProviderApi, codeId: string): Promise<ProviderPayment[]> {
  const { readable } = await askList(payment, `${pathOf(codeId)}/payments?count=${pageSize}`);
  return readable.map((paid) => paidTo(codeId, paid));
}

/** Razorpay's QR codes for the shop. Pictures come from public addresses only, except those of the stand-in. */
export function createRazorpayCodes(
  { ask, askList, unreadableRow }: ProviderApi,
  { apiBase, isStandIn = false }: { apiBase: string; isStandIn?: boolean | undefined },
): QrCodeProvider {
  return {
    leastMinutes: 15,

    async create({ shopOrder, amountPaise, name, description, closesAt }) {
      const body = {
        type: "upi_qr",
        name: name.slice(0, longestText),
        usage: "single_use",
        fixed_amount: true,
        payment_amount: amountPaise,
        description: description.slice(0, longestText),
        close_by: Math.ceil(closesAt.getTime() / 1000),
        notes: { shop_order: shopOrder },
      };
      return describeCode(await ask(code, path, { method: "POST", body }));
    },

    async find(shopOrder, since) {
      const found: QrCode[] = [];
      for (let skip = 0; ; skip += pageSize) {
        const page = `${path}?from=${Math.floor(since.getTime() / 1000)}&count=${pageSize}&skip=${skip}`;
        const { readable, listed } = await askList(code, page);
        found.push(...readable.map(describeCode).filter((one) => one.shopOrder === shopOrder));
        if (readable.length < listed) throw unreadableRow(page);
        if (listed < pageSize) return found;
      }
    },

    read: async (codeId) => describeCode(await ask(code, pathOf(codeId))),

    isCodeId,

    async findByPayment(paymentId) {
      if (!paymentId.startsWith("pay_")) return null;
      const { readable } = await askList(code, `${path}?payment_id=${encodeURIComponent(paymentId)}`);
      return readable[0]?.id ?? null;
    },

    async close(codeId) {
      try {
        await ask(code, `${pathOf(codeId)}/close`, { method: "POST" });
      } catch (error) {
        // Razorpay refuses to close a code that is closed.
        if (error instanceof ProviderError && error.kind === "refused") {
          const { status } = await ask(code, pathOf(codeId));
          if (status === "closed") return;
        }
        throw error;
      }
    },

    async drawPicture({ pictureUrl }) {
      const isOwn = isStandIn || (URL.canParse(pictureUrl) && new URL(pictureUrl).origin === new URL(apiBase).origin);
      try {
        const picture = await fetchPicture(pictureUrl, isOwn ? anyAddress : publicInternet, pictureLimits);
        return `data:${isPng(picture) ? "image/png" : "image/jpeg"};base64,${picture.toString("base64")}`;
      } catch (error) {
        throw new ProviderError("razorpay", "unreachable", `The picture of a QR code: ${messageOf(error)}`);
      }
    },
  };
}

/** The stand-in is on this machine. */
const anyAddress: Network = { ...publicInternet, isAllowed: () => true };

const isPng = (picture: Buffer) => picture.subarray(1, 4).toString("latin1") === "PNG";

function describeCode({ id, status, payment_amount, image_url, image_content, notes }: Answer): QrCode {
  return {
    id,
    shopOrder: notes?.shop_order ?? null,
    amountPaise: payment_amount ?? 0,
    isActive: status === "active",
    link: image_content?.startsWith("upi://") ? image_content : "",
    pictureUrl: image_url ?? "",
  };
}
