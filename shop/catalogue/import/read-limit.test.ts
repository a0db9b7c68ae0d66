import { expect, test } from "vitest";

import { limitReading, ReadLimitError, type ReadLimit } from "./read-limit.ts";

async function* endless() {
  for (;;) yield Buffer.alloc(1000, "\n");
}

async function readSome(limit: Partial<ReadLimit>): Promise<{ bytes: number; error: unknown }> {
  const all = { bytes: 10_000, until: performance.now() + 60_000, signal: new AbortController().signal, ...limit };
  let bytes = 0;
  try {
    for await (const chunk of limitReading(endless(), all)) bytes += chunk.length;
  } catch (error) {
    return { bytes, error };
  }
  return { bytes, error: null };
}

test("no more is read than the limit, nor for longer, nor for somebody who has gone", async () => {
  expect(await readSome({})).toEqual({ bytes: 10_000, error: expect.any(ReadLimitError) });
  expect(await readSome({ until: performance.now() - 1 })).toEqual({ bytes: 0, error: expect.any(ReadLimitError) });
  expect(await readSome({ signal: AbortSignal.abort() })).toEqual({ bytes: 0, error: expect.any(ReadLimitError) });
});
