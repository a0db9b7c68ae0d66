/** Tests of admission: limits and queues of each lane, and load shedding while the event loop lags. */
import { expect, onTestFinished, test, vi } from "vitest";

import { Admission, laneLimits, laneOf, lateMs, watchEventLoop, type LaneLimits } from "./admission.ts";

/** An admission whose event loop lag is set by the test. */
function open(limits: Partial<Record<keyof typeof laneLimits, LaneLimits>> = {}) {
  const loop = { lagMs: 0 };
  return { loop, admission: new Admission(() => loop.lagMs, { ...laneLimits, ...limits }) };
}

/** Tasks that run until the test ends them. */
function work() {
  const ends: (() => void)[] = [];
  const begin = () => new Promise<string>((resolve) => ends.push(() => resolve("done")));
  return { begin, begun: () => ends.length, end: (place: number) => ends[place]!() };
}

const small: LaneLimits = { atOnce: 2, waiting: 2, whenLate: { atOnce: 1, waiting: 1 }, waitMs: 600_000 };

test("runs `atOnce` tasks, queues `waiting` in order, and rejects the others", async () => {
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

test("while the event loop is late fewer pages are worked on and fewer wait, and all is as before when it is not", async () => {
  const { admission, loop } = open({ pages: small });
  const { begin, begun, end } = work();
  loop.lagMs = lateMs;
  const answers = [admission.take("pages", begin), admission.take("pages", begin)];
  expect(begun()).toBe(1);
  expect(await admission.take("pages", begin)).toBeNull();
  loop.lagMs = lateMs - 1;
  answers.push(admission.take("pages", begin));
  expect(begun()).toBe(1);
  end(0);
  await expect.poll(begun).toBe(3);
  loop.lagMs = lateMs;
  answers.push(admission.take("pages", begin));
  // One of two ends and none begins: while late, one at once is the limit.
  end(1);
  expect(await answers[1]).toBe("done");
  expect(begun()).toBe(3);
  end(2);
  await expect.poll(begun).toBe(4);
  end(3);
  expect(await Promise.all(answers)).toHaveLength(4);
});

test("buyers have the same room however late the event loop is", async () => {
  const { admission, loop } = open();
  const { begin, begun, end } = work();
  loop.lagMs = 10 * lateMs;
  const buyers = Array.from({ length: 17 }, () => admission.take("checkout", begin));
  expect(begun()).toBe(16);
  for (let place = 0; place < 16; place += 1) end(place);
  await expect.poll(begun).toBe(17);
  end(16);
  expect(new Set(await Promise.all(buyers))).toEqual(new Set(["done"]));
});

test("readers who crowd the shop are in nobody's way at the till, and Razorpay's reports in nobody's at all", async () => {
  const { admission } = open({ pages: small });
  const { begin } = work();
  const crowd = Array.from({ length: 9 }, () => admission.take("pages", begin));
  expect(await Promise.all(crowd.slice(4))).toEqual(Array.from({ length: 5 }, () => null));
  expect(await admission.take("checkout", async () => "paid")).toBe("paid");
  expect(await admission.take("reports", async () => "noted")).toBe("noted");
});

test("a task that has waited for `waitMs` is rejected and takes no slot later", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  const { admission } = open({ pages: { ...small, atOnce: 1, waiting: 5, waitMs: 5_000 } });
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
  const until = performance.now() + 2 * lateMs;
  while (performance.now() < until);
  expect(eventLoop.lagMs()).toBeGreaterThan(lateMs);
  await expect.poll(eventLoop.lagMs, { timeout: 30_000 }).toBeLessThan(lateMs);
});
