import { expect, onTestFinished, test, vi } from "vitest";

import { Admission, laneLimits, laneOf, maxLagMs, watchEventLoop, type LaneLimits } from "./admission.ts";

/** A shop with little room, whose event loop is as late as a test says. */
function open(limits: Partial<Record<keyof typeof laneLimits, LaneLimits>> = {}) {
  const loop = { lagMs: 0 };
  return { loop, admission: new Admission(() => loop.lagMs, { ...laneLimits, ...limits }) };
}

/** Work that goes on until it is told to end. */
function work() {
  const ends: (() => void)[] = [];
  const begin = () => new Promise<string>((resolve) => ends.push(() => resolve("done")));
  return { begin, begun: () => ends.length, end: (place: number) => ends[place]!() };
}

const small = { atOnce: 2, waiting: 2, waitMs: 600_000 };

test("so many are worked on at once, so many wait in their order, and nobody else is let in", async () => {
  const { admission } = open({ pages: small });
  const { begin, begun, end } = work();
  const answers = Array.from({ length: 4 }, () => admission.take("pages", begin));
  expect(begun()).toBe(2);
  expect(await admission.take("pages", begin)).toBeNull();
  end(1);
  expect(await answers[1]).toBe("done");
  await expect.poll(begun).toBe(3);
  end(0);
  end(2);
  await expect.poll(begun).toBe(4);
  end(3);
  expect(await Promise.all(answers)).toEqual(["done", "done", "done", "done"]);
  const again = admission.take("pages", begin);
  end(4);
  expect(await again).toBe("done");
});

test("while the event loop is late nobody waits for a page, and whoever finds a place has it", async () => {
  const { admission, loop } = open({ pages: small, checkout: small });
  const { begin, begun, end } = work();
  loop.lagMs = maxLagMs;
  const running = [admission.take("pages", begin), admission.take("pages", begin)];
  expect(begun()).toBe(2);
  expect(await admission.take("pages", begin)).toBeNull();
  // Buyers wait all the same.
  const buyers = Array.from({ length: 3 }, () => admission.take("checkout", begin));
  loop.lagMs = maxLagMs - 1;
  const waiting = admission.take("pages", begin);
  expect(begun()).toBe(4);
  for (const place of [0, 1, 2, 3]) end(place);
  await expect.poll(begun).toBe(6);
  end(4);
  end(5);
  expect(await Promise.all([...running, ...buyers, waiting])).toHaveLength(6);
});

test("readers who crowd the shop are in nobody's way at the till, and Razorpay's reports in nobody's at all", async () => {
  const { admission } = open({ pages: small });
  const { begin } = work();
  const crowd = Array.from({ length: 9 }, () => admission.take("pages", begin));
  expect(await Promise.all(crowd.slice(4))).toEqual(Array.from({ length: 5 }, () => null));
  expect(await admission.take("checkout", async () => "paid")).toBe("paid");
  expect(await admission.take("reports", async () => "noted")).toBe("noted");
});

test("nobody waits longer than was said, and who has gone takes no turn", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  const { admission } = open({ pages: { atOnce: 1, waiting: 5, waitMs: 5_000 } });
  const { begin, begun, end } = work();
  const first = admission.take("pages", begin);
  const second = admission.take("pages", begin);
  vi.advanceTimersByTime(4_000);
  const third = admission.take("pages", begin);
  vi.advanceTimersByTime(1_000);
  expect(await second).toBeNull();
  end(0);
  expect(await first).toBe("done");
  vi.useRealTimers();
  await expect.poll(begun).toBe(2);
  end(1);
  expect(await third).toBe("done");
});

test("work that fails gives its place back", async () => {
  const { admission } = open({ pages: { ...small, atOnce: 1 } });
  const fail = async () => {
    throw new Error("broken");
  };
  for (let time = 0; time < 3; time += 1) await expect(admission.take("pages", fail)).rejects.toThrow("broken");
  expect(await admission.take("pages", async () => "done")).toBe("done");
});

test("buyers have a lane from the cart to their order, with or without a script", () => {
  for (const path of ["/cart", "/cart.data", "/cart/lines", "/checkout", "/checkout/status", "/orders/EP-0123456789"])
    expect(laneOf(path), path).toBe("checkout");
  for (const path of ["/payments/return", "/login", "/auth/google/callback", "/api/auth/me"])
    expect(laneOf(path), path).toBe("checkout");
  for (const path of ["/", "/books/godan", "/search", "/cartoons", "/api/v1/books", "/wishlist", "/contact"])
    expect(laneOf(path), path).toBe("pages");
  expect(laneOf("/webhooks/razorpay")).toBe("reports");
});

test("an event loop that is held up says so, and is on time again afterwards", async () => {
  const eventLoop = watchEventLoop();
  onTestFinished(eventLoop.close);
  const until = performance.now() + 2 * maxLagMs;
  while (performance.now() < until);
  expect(eventLoop.lagMs()).toBeGreaterThan(maxLagMs);
  await expect.poll(eventLoop.lagMs, { timeout: 30_000 }).toBeLessThan(maxLagMs);
});
