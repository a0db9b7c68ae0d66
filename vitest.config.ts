import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    globalSetup: "tests/support/global-setup.ts",
    include: [
      "{shop,server,app,db,stand-ins,bench}/**/*.test.ts",
      "tests/{requests,records,stand-ins,cli,start,crash}/**/*.test.ts",
    ],
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
