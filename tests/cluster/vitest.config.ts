import { defineConfig } from "vitest/config";

/** Tests that need programs of Debian packages: `npx vitest run --config tests/cluster/vitest.config.ts`. */
export default defineConfig({
  test: {
    globalSetup: "tests/support/global-setup.ts",
    include: ["tests/cluster/*.test.ts"],
    testTimeout: 600_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 60_000 } },
  },
});
