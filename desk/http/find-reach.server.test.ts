import { expect, test } from "vitest";

import { findReach } from "./find-reach.server.ts";

test.each([
  ["http://localhost:4000", "machine"],
  ["http://desk.localhost", "machine"],
  ["http://127.0.0.1:80", "machine"],
  ["http://[::1]:4000", "machine"],
  ["http://192.168.1.20:4000", "network"],
  ["http://10.0.0.7", "network"],
  ["http://172.20.1.1", "network"],
  ["http://[fd00::7]", "network"],
  ["http://shop-pc:4000", "network"],
  ["http://shop.local", "network"],
  ["https://books.example.in", "internet"],
  ["https://172.200.1.1", "internet"],
])("%s is reached from the %s", (url, reach) => {
  expect(findReach(url)).toBe(reach);
});
