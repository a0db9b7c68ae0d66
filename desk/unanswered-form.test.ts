import { expect, test } from "vitest";

import { heldForm, holdUnanswered, takeFormStatus } from "./unanswered-form.ts";

const page = new URL("http://desk.localhost/orders/EP-1.data");
const answered = (status: number) => new Response(null, { status, headers: { "x-remix-response": "yes" } });

/** A connection that answers each request with the next of `answers`; "away" is a lost connection. */
function connection(...answers: (Response | "away")[]) {
  const sent: unknown[] = [];
  const send = holdUnanswered((_, init) => {
    sent.push(init?.body);
    const answer = answers.shift();
    return answer === "away" || !answer ? Promise.reject(new TypeError("Failed to fetch")) : Promise.resolve(answer);
  });
  return { send, sent };
}

test("a form that is not answered waits, and is sent again as it was until the desk answers", async () => {
  const { send, sent } = connection("away", new Response(null, { status: 503 }), answered(202));
  const body = new URLSearchParams({ once: "k", words: "Rings on Monday" });
  const answer = send(page, { method: "POST", body });
  for (let tries = 1; tries <= 2; tries += 1) {
    await expect.poll(heldForm).not.toBeNull();
    expect(sent).toHaveLength(tries);
    heldForm()!();
  }
  expect((await answer).status).toBe(202);
  expect(sent).toEqual([body, body, body]);
  expect(heldForm()).toBeNull();
  expect([takeFormStatus(), takeFormStatus()]).toEqual([202, null]);
});

test("whoever goes elsewhere leaves a form that waits; what the desk refuses is its answer", async () => {
  const leaving = new AbortController();
  const { send } = connection("away", answered(500), answered(409));
  const left = send(page, { method: "POST", signal: leaving.signal });
  await expect.poll(heldForm).not.toBeNull();
  leaving.abort();
  await expect(left).rejects.toThrow(/abort/i);
  expect(heldForm()).toBeNull();
  expect((await send(page, { method: "POST" })).status).toBe(500);
  expect((await send(page, { method: "POST" })).status).toBe(409);
});

test("only forms of pages wait: what is asked for and what scripts send fails at once", async () => {
  const { send } = connection();
  await expect(send(page)).rejects.toThrow("Failed to fetch");
  await expect(send("/stock/receive/1/scan", { method: "POST" })).rejects.toThrow("Failed to fetch");
});
