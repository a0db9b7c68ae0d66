import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { confirmPayment } from "./confirm-payment.ts";

const orderNumber = "EP-7K2M9QX4TB";
const success = { razorpay_payment_id: "pay_1", razorpay_order_id: "order_1", razorpay_signature: "signed" };
const paid = () => Response.json({ state: "paid", orderNumber });
const confirming = { state: "confirming", orderNumber };

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Confirms a payment while the shop gives these responses in order; the last one repeats. */
async function ask(given: typeof success | null, ...answers: (() => Response)[]) {
  const fetch = vi.fn(async () => answers[Math.min(fetch.mock.calls.length, answers.length) - 1]!());
  vi.stubGlobal("fetch", fetch);
  const asked = confirmPayment("/checkout/verify", orderNumber, given).catch((error: Error) => error.message);
  // Longer than all questions together.
  await vi.advanceTimersByTimeAsync(60_000);
  return { answer: await asked, times: fetch.mock.calls.length };
}

const cut = () => {
  throw new TypeError("Failed to fetch");
};
const tooMany = () => Response.json({ message: "Please wait a moment." }, { status: 429 });
const broken = () => new Response("<h1>Bad gateway</h1>", { status: 502 });

test("a signed payment is asked about again after any trouble, and never called failed for it", async () => {
  for (const trouble of [cut, tooMany, broken]) {
    expect(await ask(success, trouble, trouble, paid)).toEqual({ answer: { state: "paid", orderNumber }, times: 3 });
    expect((await ask(success, trouble)).answer).toEqual(confirming);
  }
});

test("only a rejection by the shop fails a signed payment, immediately", async () => {
  for (const status of [400, 404]) {
    const no = () => Response.json({ message: "This payment could not be verified." }, { status });
    expect(await ask(success, no)).toEqual({ answer: "This payment could not be verified.", times: 1 });
  }
});

test("money that a person must look at is not called paid", async () => {
  const review = { state: "review", orderNumber };
  expect((await ask(success, () => Response.json(review))).answer).toEqual(review);
});

test("a question without a payment fails in words", async () => {
  expect((await ask(null, cut)).answer).toContain("The shop cannot be reached");
  expect((await ask(null, tooMany)).answer).toBe("Please wait a moment.");
  // The reader may have paid, so no text of the page itself asks for another payment.
  for (const trouble of [cut, broken]) {
    const { answer } = await ask(null, trouble);
    expect(answer).toContain("Please wait a few minutes before you pay again.");
    expect(answer).not.toMatch(/try again/i);
  }
});
