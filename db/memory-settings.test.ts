import { expect, test } from "vitest";

import { memoryOf, memorySettings } from "./memory-settings.ts";

const gigabyte = 1024 ** 3;

test.each([
  [0.5, "128MB", "256MB", "4MB", "64MB"],
  [2, "409MB", "1024MB", "4MB", "64MB"],
  [24, "4915MB", "12288MB", "24MB", "768MB"],
  [512, "8192MB", "65536MB", "32MB", "1024MB"],
])("with %s GB PostgreSQL takes %s of its own", (gigabytes, buffers, cache, work, maintenance) => {
  expect(memorySettings(gigabytes * gigabyte)).toMatchObject({
    shared_buffers: buffers,
    effective_cache_size: cache,
    work_mem: work,
    maintenance_work_mem: maintenance,
  });
});

test("a container counts as what it is given, and no limit as the machine", () => {
  expect(memoryOf(8 * gigabyte, gigabyte)).toBe(gigabyte);
  expect(memoryOf(8 * gigabyte, 0)).toBe(8 * gigabyte);
  expect(memoryOf(8 * gigabyte, 2 ** 63)).toBe(8 * gigabyte);
});
