import { sql } from "drizzle-orm";

import { expireOrder } from "#shop/payments/settle-payment.server.ts";
import { processWebhooks } from "#shop/payments/webhooks.server.ts";
import type { Services } from "#shop/services.ts";

const everyMs = 2_000;

/** The work that nobody waits for at a page; `stop` lets what is running end. */
export function startJobs(services: Services): { stop: () => Promise<void> } {
  let stopped = false;
  let running: Promise<void> = Promise.resolve();
  const timer = setInterval(() => {
    running = running.then(() => (stopped ? undefined : runJobs(services)));
  }, everyMs);
  return {
    async stop() {
      stopped = true;
      clearInterval(timer);
      await running;
    },
  };
}

/** Everything that is due now, once. */
export async function runJobs(services: Services): Promise<void> {
  try {
    await processWebhooks(services);
    await expireOrders(services);
  } catch (error) {
    console.error("The shop's background work failed and is tried again", error);
  }
}

async function expireOrders(services: Services) {
  const { rows } = await services.db.execute<{ id: string }>(sql`
    select id from orders where state = 'pending_payment' and reserved_until < ${services.now().toISOString()}::timestamptz
    order by reserved_until limit 20`);
  for (const row of rows) {
    try {
      await expireOrder(services, Number(row.id));
    } catch (error) {
      console.error(`Order ${row.id} could not be checked at Razorpay and stays open`, error);
    }
  }
}
