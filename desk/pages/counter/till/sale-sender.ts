/** Sends the sales of a till, and keeps those that the shop could not be asked about in the browser. */
import { parseJson } from "#shop/kernel/text/parse-json.ts";
import type { CounterSale } from "#shop/sales/counter/counter-sale.ts";
import { deskHref } from "#desk/desk-routes.ts";
import type { TillAnswer } from "#desk/pages/counter/actions.server.ts";

/** A sale that waits in the browser, with the titles of its books for people. */
export interface WaitingSale {
  sale: CounterSale;
  titles: string[];
  /** Why the shop did not record it; null while it was not asked. A person must look at it. */
  problem: string | null;
}

/** Milliseconds after which a till takes the shop for unreachable. */
const patience = 10_000;
const prefix = (till: string) => `till ${till} sale `;

/** Sends a sale. `offline` if the shop does not answer, `signed-out` if the session has ended. */
export async function sendSale(till: string, sale: CounterSale): Promise<TillAnswer | "offline" | "signed-out"> {
  const once = `${sale.id} ${JSON.stringify(sale.short)} ${sale.isOffline} ${sale.totalPaise}`;
  const body = new URLSearchParams({ intent: "counter.sell", till, sale: JSON.stringify(sale), once });
  try {
    const response = await fetch(deskHref("/counter/:till/sell", { till }), {
      method: "POST",
      body,
      headers: { accept: "application/json" },
      signal: AbortSignal.timeout(patience),
    });
    if (response.status === 401) return "signed-out";
    if (response.status === 429 || response.status >= 500) return "offline";
    return (await response.json()) as TillAnswer;
  } catch {
    return "offline";
  }
}

/**
 * Like `sendSale`. Until the shop has answered, the sale is kept as one that was made offline, so that a page that is
 * closed meanwhile neither loses it nor sells it again under another id.
 */
export async function sendKeptSale(till: string, sale: CounterSale, titles: string[]): ReturnType<typeof sendSale> {
  keepSale(till, { sale: { ...sale, isOffline: true }, titles, problem: null });
  const answer = await sendSale(till, sale);
  if (answer !== "offline" && answer !== "signed-out") forgetSale(till, sale.id);
  return answer;
}

/** Keeps a sale in the browser until the shop has recorded it; returns whether the browser has room for it. */
export function keepSale(till: string, waiting: WaitingSale): boolean {
  try {
    localStorage.setItem(prefix(till) + waiting.sale.id, JSON.stringify(waiting));
    return true;
  } catch {
    return false;
  }
}

/** Forgets a sale that was recorded, or that a person has discarded. */
export function forgetSale(till: string, id: string): void {
  localStorage.removeItem(prefix(till) + id);
}

/** The sales that wait in this browser, oldest first. */
export function listWaitingSales(till: string): WaitingSale[] {
  return Array.from({ length: localStorage.length }, (_, place) => localStorage.key(place) ?? "")
    .filter((name) => name.startsWith(prefix(till)))
    .map((name) => parseJson(localStorage.getItem(name) ?? "null"))
    .filter(isWaitingSale)
    .sort((a, b) => a.sale.madeAt.localeCompare(b.sale.madeAt));
}

function isWaitingSale(stored: unknown): stored is WaitingSale {
  return typeof stored === "object" && stored !== null && "sale" in stored && "titles" in stored;
}
