/** The lint rules. Which folder may import which others is in `setup/lint/import-tables.ts`. */
import { readdirSync } from "node:fs";
import { join } from "node:path";

import { defineConfig } from "oxlint";

import {
  checkTables,
  forbid,
  otherChapters,
  otherLayers,
  otherPackages,
  sql,
  touching,
} from "./setup/lint/forbidden-imports.ts";
import { chapters, chaptersOfWings, layers, packages } from "./setup/lint/import-tables.ts";

checkTables(import.meta.dirname);

const routeFolders = readdirSync(join(import.meta.dirname, "app", "routes"));
const withoutSql = ["app", "desk", "cli"];
const changingPages = ["app/**", "ui/**", "desk/components/**", "desk/pages/{pack,parcels,stock,today}/**"];

export default defineConfig({
  plugins: ["typescript", "import", "react", "jsx-a11y", "oxc", "unicorn"],
  jsPlugins: ["./setup/lint/translatable.ts", "./setup/lint/checked-sql.ts", "./setup/lint/transactions.ts"],
  ignorePatterns: ["build", ".react-router", "node_modules", ".data"],
  categories: { correctness: "error", suspicious: "error" },
  rules: {
    ...forbid(),
    "import/no-cycle": "error",
    "oxc/no-barrel-file": ["error", { threshold: 0 }],
    "max-lines": ["error", { max: 300 }],
    "transactions/in-order": "error",
    // Browser globals: with them, a forgotten variable would pass the type check.
    "no-restricted-globals": ["error", "name", "event", "status", "length"],
    "no-console": "off",
    "react/react-in-jsx-scope": "off",
    "import/no-unassigned-import": "off",
    "no-await-in-loop": "off",
    "unicorn/no-array-sort": "off",
    "no-shadow": "off",
    "no-unused-vars": ["error", { argsIgnorePattern: "^_", varsIgnorePattern: "^_" }],
    "react-hooks/exhaustive-deps": "error",
    // An effect may also depend on values that it does not read, such as the key of a new page.
    "react/exhaustive-effect-dependencies": "off",
    // Checked by hand: these find no mistakes in this code.
    "no-unmodified-loop-condition": "off",
    "import/no-named-as-default-member": "off",
    "unicorn/consistent-function-scoping": "off",
    "unicorn/no-array-reverse": "off",
    "unicorn/no-invalid-fetch-options": "off",
    "unicorn/require-post-message-target-origin": "off",
    "jsx-a11y/prefer-tag-over-role": "off",
  },
  // If several entries match a file, the last one applies.
  overrides: [
    ...Object.keys(layers).map((layer) => ({
      files: [`${layer}/**`],
      rules: forbid(otherLayers(layer), ...(withoutSql.includes(layer) ? [sql] : [])),
    })),
    ...Object.entries(chaptersOfWings).flatMap(([wing, table]) =>
      Object.keys(table).flatMap((chapter) => {
        const others = [otherLayers("shop"), otherChapters("shop", wing), otherChapters(`shop/${wing}`, chapter)];
        return [
          { files: [`shop/${wing}/${chapter}/**`], rules: forbid(...others, touching) },
          { files: [`shop/${wing}/${chapter}/**/*.server.ts`], rules: forbid(...others) },
        ];
      }),
    ),
    {
      // Types that a request may need.
      files: ["shop/*.ts"],
      rules: forbid(otherLayers("shop"), { group: ["#shop/*/**"], message: "Types only.", allowTypeImports: true }),
    },
    ...Object.keys(chapters["app"]!).map((folder) => ({
      files: [`app/${folder}/**`],
      rules: forbid(
        otherLayers("app"),
        sql,
        otherChapters("app", folder),
        ...(["client", "components", "content", "display", "offline", "structured-data"].includes(folder)
          ? [touching]
          : []),
      ),
    })),
    ...routeFolders.map((folder) => ({
      files: [`app/routes/${folder}/**`],
      rules: forbid(otherLayers("app"), sql, {
        group: [
          ...routeFolders.filter((other) => other !== folder).map((other) => `#app/routes/${other}/**`),
          "**/*.route.ts",
          "**/*.route.tsx",
        ],
        message: "A route never imports another route.",
      }),
    })),
    ...Object.keys(chapters["desk"]!).map((folder) => ({
      files: [`desk/${folder}/**`],
      rules: forbid(
        otherLayers("desk"),
        sql,
        { group: ["react-router"], importNames: ["Form"], message: "Use #desk/components/forms/form.tsx." },
        otherChapters("desk", folder),
        ...(folder === "components" ? [touching] : []),
      ),
    })),
    {
      files: ["app/**", "cli/**", "desk/**", "server/**", "shop/**"],
      rules: { "checked-sql/no-raw": "error", "checked-sql/no-string-statement": "error" },
    },
    { files: changingPages, rules: { "translatable/texts-alone": "error" } },
    // Both builds write a list of their inputs.
    { files: ["desk/vite.config.ts"], rules: forbid() },
    ...Object.keys(chapters["server"]!).map((folder) => ({
      files: [`server/${folder}/**`],
      rules: forbid(otherLayers("server"), otherChapters("server", folder)),
    })),
    {
      files: ["**/*.test.ts", "tests/**"],
      rules: {
        ...forbid(otherLayers("tests")),
        "max-lines": ["error", { max: 400 }],
        "checked-sql/no-raw": "off",
        "checked-sql/no-string-statement": "off",
        // Playwright reads the dependencies of a fixture from its parameter, which is empty if there are none.
        "no-empty-pattern": ["error", { allowObjectPatternsAsParameters: true }],
      },
    },
    // These files listen, take locks or check the database on connections of their own.
    {
      files: [
        "server/data-folder-lock.ts",
        "server/http/health.ts",
        "server/pages/catalogue-changes.ts",
        "shop/catalogue/records/import-lock.server.ts",
      ],
      rules: { "checked-sql/no-string-statement": "off" },
    },
    // Includes the tests of packages.
    ...Object.keys(packages).map((name) => ({
      files: [`packages/${name}/**`],
      rules: forbid(otherLayers(name), otherPackages(name)),
    })),
  ],
});
