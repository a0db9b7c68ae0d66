import { defineConfig } from "vitest/config";

import { scriptText } from "./setup/script-text.ts";

export default defineConfig({
  plugins: [scriptText],
  // React's production build has no `jsxDEV`.
  oxc: { jsx: { runtime: "automatic", development: false } },
  test: {
    globalSetup: "tests/support/database/global-setup.ts",
    setupFiles: "tests/support/fail-on-console-errors.ts",
    include: [
      "{app,desk,ui,shop,routing,server,db,setup,packages,bench,cli}/**/*.test.ts",
      "tests/{requests,records,start,crash}/**/*.test.ts",
    ],
    maxWorkers: 2,
    // Pages are rendered by the React that readers get, for half the work. Its warnings are for `tests/start/development.test.ts`.
    env: { NODE_ENV: "production" },
    // No module keeps anything between requests but caches of what never changes (fonts, names of statements), so files share loaded modules: two fifths less time.
    isolate: false,
    // Long enough that only what hangs meets them, also on a machine that does much else.
    testTimeout: 240_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 60_000 } },
  },
});
