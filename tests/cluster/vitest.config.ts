import { join } from "node:path";

import base from "../../vitest.config.ts";

/** `vitest run --config tests/cluster/vitest.config.ts`: what needs programs that no package of the shop brings. */
export default {
  ...base,
  root: join(import.meta.dirname, "..", ".."),
  test: {
    ...base.test,
    globalSetup: "tests/cluster/pooler-setup.ts",
    include: ["tests/{cluster,requests}/**/*.test.ts"],
  },
};
