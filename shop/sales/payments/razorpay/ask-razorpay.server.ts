/**
 * HTTP client of Razorpay's API; uses `fetch` because the official package cannot send the header that refunds need.
 */
import { z } from "zod";

import { parseJson } from "#shop/kernel/text/parse-json.ts";
import { ProviderError } from "#shop/sales/payments/payment-provider.ts";

/** Address and keys of the API. */
export interface ApiAccess {
  /** Such as `https://api.razorpay.com/v1`. */
  apiBase: string;
  keyId: string;
  keySecret: string;
  /** Timeout in milliseconds; 10 seconds by default. */
  answerWithinMs?: number;
}

interface Question {
  method?: "GET" | "POST";
  body?: unknown;
  headers?: Record<string, string>;
  withinMs?: number;
}

/** Sends requests for a single object, or for a list of which some rows may be unreadable. */
export interface RazorpayApi {
  ask: <T>(shape: z.ZodType<T>, path: string, question?: Question) => Promise<T>;
  /** Unreadable rows of a list are logged and omitted; `listed` counts them too. */
  askList: <T>(shape: z.ZodType<T>, path: string) => Promise<{ readable: T[]; listed: number }>;
}

const collection = z.object({ items: z.array(z.unknown()) });
const failure = z.object({ error: z.object({ description: z.string() }) });

/** Razorpay's messages about rejected keys, which may have status 400. */
const keysTrouble = /^(authentication failed|expired api key|the api .{1,20} provided is invalid)/i;

export function createRazorpayApi({ apiBase, keyId, keySecret, answerWithinMs = 10_000 }: ApiAccess): RazorpayApi {
  const authorization = `Basic ${Buffer.from(`${keyId}:${keySecret}`).toString("base64")}`;

  async function ask<T>(
    shape: z.ZodType<T>,
    path: string,
    { method = "GET", body, headers, withinMs = answerWithinMs }: Question = {},
  ): Promise<T> {
    let status: number;
    let text: string;
    try {
      const response = await fetch(apiBase + path, {
        method,
        headers: {
          authorization,
          ...(body === undefined ? {} : { "content-type": "application/json" }),
          ...headers,
        },
        body: body === undefined ? undefined : JSON.stringify(body),
        redirect: "error",
        signal: AbortSignal.timeout(withinMs),
      });
      status = response.status;
      text = await response.text();
    } catch (error) {
      throw unreachable(`Razorpay did not answer ${method} ${path}: ${String(error)}`);
    }
    const answer = parseJson(text); // proxies may answer in HTML
    if (status === 200) {
      const parsed = shape.safeParse(answer);
      if (parsed.success) return parsed.data;
      throw unreachable(`Razorpay answered ${method} ${path} in an unknown form.`);
    }
    const described = failure.safeParse(answer);
    const reason = described.success ? described.data.error.description : `status ${status}`;
    if ([401, 403].includes(status) || (status === 400 && keysTrouble.test(reason)))
      throw unreachable(`Razorpay rejects the shop's keys: ${reason}`);
    const isRefusal = status >= 400 && status < 500 && ![408, 429].includes(status);
    throw new ProviderError("razorpay", isRefusal ? "refused" : "unreachable", reason);
  }

  async function askList<T>(shape: z.ZodType<T>, path: string) {
    const { items } = await ask(collection, path);
    const rows = items.map((item) => shape.safeParse(item));
    for (const row of rows)
      if (!row.success) console.error(`Razorpay's answer to GET ${path} has a row in an unknown form`, row.error);
    return { readable: rows.flatMap((row) => (row.success ? [row.data] : [])), listed: items.length };
  }

  return { ask, askList };
}

/** Error for a list in which the wanted row may be an unreadable one. */
export function unreadableRow(path: string): ProviderError {
  return unreachable(`Razorpay's answer to GET ${path} has a row in an unknown form.`);
}

function unreachable(message: string): ProviderError {
  return new ProviderError("razorpay", "unreachable", message);
}
