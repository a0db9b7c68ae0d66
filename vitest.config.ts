import { defineConfig } from "vitest/config";

import { scriptText } from "./setup/bundle/script-text.ts";

export default defineConfig({
  plugins: [scriptText],
  // React's production build has no `jsxDEV`.
  oxc: { jsx: { runtime: "automatic", development: false } },
  test: {
    globalSetup: "tests/support/database/global-setup.ts",
    setupFiles: "tests/support/fail-on-console-errors.ts",
    include: [
      "{app,desk,ui,shop,routing,server,db,setup,packages,bench,cli,tools}/**/*.test.ts",
      "tests/{requests,records,start,crash}/**/*.test.ts",
    ],
    maxWorkers: 2,
    // Pages are rendered by the production build of React, in half the time. `tests/start/development.test.ts` checks
    // its warnings.
    env: { NODE_ENV: "production" },
    // Modules keep no state between requests except caches of constant data (fonts, names of statements), so test files
    // share loaded modules: 40 % less time.
    isolate: false,
    // Long enough that only a hanging test exceeds it, even on a busy machine.
    testTimeout: 240_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 60_000 } },
  },
});
