/** HTTP client for the APIs of payment providers: requests and answers in JSON, every failure a ProviderError. */
import type { z } from "zod";

import { parseJson } from "#shop/kernel/text/parse-json.ts";
import { ProviderError } from "#shop/sales/payments/payment-provider.ts";
import { nameProvider, type ProviderId } from "#shop/sales/payments/provider-names.ts";

/** A provider's API: its address, and what differs from the others. */
export interface ProviderAccess {
  provider: ProviderId;
  /** Such as `https://api.razorpay.com/v1`. */
  apiBase: string;
  /** Headers of each request, with the shop's keys. */
  headers: Record<string, string>;
  /** Timeout in milliseconds; 10 seconds by default. */
  answerWithinMs?: number | undefined;
  /** Reads the rows of a list. */
  list: z.ZodType<unknown[]>;
  /** Reads the reason in a failed answer, null without one; `isAboutKeys` if it says that the keys are wrong. */
  readFailure: (answer: unknown, status: number) => { reason: string | null; isAboutKeys: boolean };
}

interface Question {
  method?: "GET" | "POST";
  body?: unknown;
  headers?: Record<string, string>;
  withinMs?: number;
}

/** Sends requests for a single object or for a list. A list may contain unreadable rows. */
export interface ProviderApi {
  ask: <T>(shape: z.ZodType<T>, path: string, question?: Question) => Promise<T>;
  /** Unreadable rows of a list are logged and omitted; `listed` counts them too. */
  askList: <T>(shape: z.ZodType<T>, path: string) => Promise<{ readable: T[]; listed: number }>;
  /** Error for a list in which the wanted row may be an unreadable one. */
  unreadableRow: (path: string) => ProviderError;
}

export function createProviderApi(access: ProviderAccess): ProviderApi {
  const { provider, apiBase, answerWithinMs = 10_000, list, readFailure } = access;
  const name = nameProvider(provider);
  const unreachable = (message: string) => new ProviderError(provider, "unreachable", message);

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
          ...access.headers,
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
      throw unreachable(`${name} did not answer ${method} ${path}: ${String(error)}`);
    }
    const answer = parseJson(text); // proxies may answer in HTML
    if (status < 300) {
      const parsed = shape.safeParse(answer);
      if (parsed.success) return parsed.data;
      throw unreachable(`${name} answered ${method} ${path} in an unknown form.`);
    }
    const { reason, isAboutKeys } = readFailure(answer, status);
    const message = reason ?? `status ${status}`;
    if ([401, 403].includes(status) || isAboutKeys) throw unreachable(`${name} rejects the shop's keys: ${message}`);
    const isRefusal = status >= 400 && status < 500 && ![408, 429].includes(status);
    throw new ProviderError(provider, isRefusal ? "refused" : "unreachable", message);
  }

  async function askList<T>(shape: z.ZodType<T>, path: string) {
    const items = await ask(list, path);
    const rows = items.map((item) => shape.safeParse(item));
    for (const row of rows)
      if (!row.success) console.error(`${name}'s answer to GET ${path} has a row in an unknown form`, row.error);
    return { readable: rows.flatMap((row) => (row.success ? [row.data] : [])), listed: items.length };
  }

  const unreadableRow = (path: string) => unreachable(`${name}'s answer to GET ${path} has a row in an unknown form.`);

  return { ask, askList, unreadableRow };
}
