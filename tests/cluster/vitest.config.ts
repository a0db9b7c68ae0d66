import { join } from "node:path";

import { defineConfig } from "vitest/config";

/** `vitest run --config tests/cluster/vitest.config.ts`: tests that need programs that no npm package brings. */
export default defineConfig({
  root: join(import.meta.dirname, "..", ".."),
  test: {
    globalSetup: "tests/cluster/pooler-setup.ts",
    setupFiles: "tests/support/fail-on-console-errors.ts",
    include: ["tests/{cluster,requests}/**/*.test.ts", "bench/cluster/*.cluster-test.ts"],
    maxWorkers: 2,
    isolate: false,
    testTimeout: 600_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 60_000 } },
  },
});
