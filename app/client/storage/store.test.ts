import { expect, test } from "vitest";

import { createStore } from "./store.ts";

test("subscribers receive each new value until they unsubscribe", () => {
  const store = createStore("first");
  const heard: string[] = [];
  const stop = store.subscribe(() => heard.push(store.get()));
  store.set("second");
  stop();
  store.set("third");
  expect([store.get(), heard]).toEqual(["third", ["second"]]);
});

test("the start runs for the first listener, and ends with the last; another listener starts it anew", () => {
  const signals: AbortSignal[] = [];
  const store = createStore(0, (signal) => void signals.push(signal));
  expect(signals).toEqual([]);
  const stops = [store.subscribe(() => {}), store.subscribe(() => {})];
  stops[0]!();
  expect(signals.map(({ aborted }) => aborted)).toEqual([false]);
  stops[1]!();
  expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
  store.subscribe(() => {});
  expect(signals.map(({ aborted }) => aborted)).toEqual([true, false]);
});

test("the first listener finds the value that the start has set", () => {
  const store = createStore(0, () => store.set(3));
  store.subscribe(() => {});
  expect(store.get()).toBe(3);
});
