import { spawnSync } from "node:child_process";
import { join } from "node:path";

import { expect, test } from "vitest";

test("what cannot be tried is a row that says so, and no tick", () => {
  const nowhere = join(import.meta.dirname, "no shop is here");
  const { status, stdout } = spawnSync(
    process.execPath,
    [join(import.meta.dirname, "main.ts"), "--only", "cluster,invariants"],
    { env: { PATH: "", HOME: process.env.HOME, DATA_DIR: nowhere }, encoding: "utf8" },
  );
  expect(stdout).toMatch(/^– cluster {5}[1-9]\d* files of tests +left out; .*apt-get install .*haproxy/m);
  expect(stdout).toMatch(/^– invariants {2}of the shop of this folder +left out; there is no shop here$/m);
  expect(stdout).toMatch(/^All parts that ran passed \(0 min\)\. Left out: 2 of 2\.$/m);
  expect(stdout).not.toMatch(/[✓✗]/);
  expect(status).toBe(0);
});
