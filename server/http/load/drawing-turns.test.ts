import { expect, test, vi } from "vitest";

import { DrawingTurns } from "./drawing-turns.ts";

/** Tasks that run until the test ends them, and the names of those that run. */
function openWork() {
  const running: string[] = [];
  const ends = new Map<string, () => void>();
  const work = (name: string) => async () => {
    running.push(name);
    await new Promise<void>((resolve) => ends.set(name, resolve));
    running.splice(running.indexOf(name), 1);
    return name;
  };
  const end = async (name: string) => {
    ends.get(name)!();
    await vi.waitFor(() => expect(running).not.toContain(name));
  };
  return { running, work, end };
}

test("two are drawn at once, and of a network one, however many it asks for", async () => {
  const turns = new DrawingTurns();
  const { running, work, end } = openWork();
  for (const name of ["a1", "a2", "a3"]) void turns.take("a", work(name));
  await vi.waitFor(() => expect(running).toEqual(["a1"]));
  for (const name of ["b1", "c1"]) void turns.take(name[0]!, work(name));
  await vi.waitFor(() => expect(running).toEqual(["a1", "b1"]));
  await end("a1");
  // The third network has waited for less time than the second request of the first, but has had no turn yet.
  await vi.waitFor(() => expect(running).toEqual(["b1", "c1"]));
  await end("b1");
  await vi.waitFor(() => expect(running).toEqual(["c1", "a2"]));
  for (const name of ["a2", "c1", "a3"]) await end(name);
});

test("the shop's own machine is no network, but draws no more than two at once either", async () => {
  const turns = new DrawingTurns();
  const { running, work } = openWork();
  for (const name of ["1", "2", "3"]) void turns.take(null, work(name));
  await vi.waitFor(() => expect(running).toEqual(["1", "2"]));
});

test("a request is rejected when the queue is full, or after `waitMs`", async () => {
  const turns = new DrawingTurns({ inLine: 2, waiting: 3, waitMs: 20 });
  const { running, work, end } = openWork();
  const first = turns.take("a", work("a1"));
  void turns.take("b", work("b1"));
  const late = [turns.take("a", work("a2")), turns.take("a", work("a3"))];
  expect(await turns.take("a", work("a4"))).toBeNull();
  late.push(turns.take("c", work("c1")));
  expect(await turns.take("d", work("d1"))).toBeNull();
  expect(await Promise.all(late)).toEqual([null, null, null]);
  expect(running).toEqual(["a1", "b1"]);
  await end("a1");
  expect(await first).toBe("a1");
  void turns.take("a", work("a5"));
  await vi.waitFor(() => expect(running).toEqual(["b1", "a5"]));
});

test("work that fails makes room as any other", async () => {
  const turns = new DrawingTurns();
  for (let times = 0; times < 3; times += 1)
    await expect(turns.take("a", () => Promise.reject(new Error("no ink")))).rejects.toThrow("no ink");
  expect(await turns.take("a", async () => "drawn")).toBe("drawn");
});

test("what nobody waits for is done when nobody else has anything, one after the other", async () => {
  const turns = new DrawingTurns();
  const { running, work, end } = openWork();
  void turns.take("a", work("a1"));
  for (const name of ["spare1", "spare2"]) void turns.takeSpare(work(name));
  void turns.take("a", work("a2"));
  await vi.waitFor(() => expect(running).toEqual(["a1"]));
  await end("a1");
  await vi.waitFor(() => expect(running).toEqual(["a2"]));
  await end("a2");
  await vi.waitFor(() => expect(running).toEqual(["spare1"]));
  void turns.take("b", work("b1"));
  await vi.waitFor(() => expect(running).toEqual(["spare1", "b1"]));
  await end("spare1");
  expect(running).toEqual(["b1"]);
  await end("b1");
  await vi.waitFor(() => expect(running).toEqual(["spare2"]));
});
