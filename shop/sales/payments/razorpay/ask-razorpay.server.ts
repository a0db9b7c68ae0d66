import { z } from "zod";

import { createProviderApi, type ProviderApi } from "#shop/sales/payments/provider-api/ask-provider.server.ts";

/** Address and keys of the API. */
export interface ApiAccess {
  /** Such as `https://api.razorpay.com/v1`. */
  apiBase: string;
  keyId: string;
  keySecret: string;
  /** Timeout in milliseconds; 10 seconds by default. */
  answerWithinMs?: number;
}

const list = z.object({ items: z.array(z.unknown()) }).transform(({ items }) => items);
const failure = z.object({ error: z.object({ description: z.string() }) });

/** Razorpay's messages about rejected keys, which may have status 400. */
const keysTrouble = /^(authentication failed|expired api key|the api .{1,20} provided is invalid)/i;

/** Razorpay's API; the official package cannot send the header that refunds need. */
export function createRazorpayApi({ apiBase, keyId, keySecret, answerWithinMs }: ApiAccess): ProviderApi {
  const authorization = `Basic ${Buffer.from(`${keyId}:${keySecret}`).toString("base64")}`;
  return createProviderApi({
    provider: "razorpay",
    apiBase,
    headers: { authorization },
    answerWithinMs,
    list,
    readFailure(answer, status) {
      const reason = failure.safeParse(answer).data?.error.description ?? null;
      return { reason, isAboutKeys: status === 400 && keysTrouble.test(reason ?? "") };
    },
  });
}
