/** The lint rules, and the tables of imports that layers, wings, chapters and packages may have. */
import { readdirSync } from "node:fs";
import { join } from "node:path";

import { defineConfig } from "oxlint";

type Forbidden = { group: string[]; message: string; allowTypeImports?: boolean; importNames?: string[] };

type Table = Record<string, string[]>;

/** Packages without knowledge of the shop, each with the others that it depends on. */
const packages: Table = {
  covers: [],
  "proving-ground": [],
  "query-check": [],
  "razorpay-stand-in": ["stand-in-kit"],
  "stand-in-kit": [],
  "stand-ins": ["stand-in-kit"],
};
const standIns = ["razorpay-stand-in", "stand-in-kit", "stand-ins"];

/** The top folders and packages that each top folder may import. */
const layers: Table = {
  app: ["ui", "shop", "routing"],
  desk: ["app", "ui", "shop"],
  ui: [],
  shop: ["covers", "db", "routing"],
  routing: [],
  db: [],
  server: ["app", "desk", "covers", "shop", "db", "routing", ...standIns],
  cli: ["server", "shop", "db", "routing"],
  setup: ["db", "query-check"],
  tools: [],
  tests: [
    "app",
    "desk",
    "covers",
    "shop",
    "server",
    "db",
    "routing",
    "setup",
    "proving-ground",
    "query-check",
    ...standIns,
  ],
  bench: ["shop", "server", "db", "setup", "proving-ground", ...standIns, "tests"],
  ...Object.fromEntries(Object.keys(packages).map((name) => [name, []])),
};

/** The wings that each wing of the shop may import; `docs/architecture.md` draws them. */
const wings: Table = {
  kernel: [],
  catalogue: ["kernel"],
  sales: ["kernel", "catalogue"],
  people: ["kernel", "catalogue", "sales"],
  outlets: ["kernel", "catalogue", "sales"],
  office: ["kernel", "catalogue", "sales", "people"],
};

/** The chapters of its wing that each chapter may import. */
const chaptersOfWings: Record<string, Table> = {
  kernel: {
    alerts: [],
    "audit-log": [],
    buckets: [],
    dates: [],
    forms: ["money", "regions", "text"],
    mail: ["text"],
    money: [],
    regions: ["dates", "money", "text"],
    security: [],
    text: [],
    throttle: [],
  },
  catalogue: {
    fields: [],
    stock: [],
    books: ["fields"],
    "cover-designs": ["books"],
    shelves: ["books", "fields"],
    listings: ["books", "fields", "shelves"],
    records: ["books", "cover-designs", "fields"],
    lookups: ["fields", "records"],
    content: ["books", "fields"],
    search: ["books", "fields", "shelves"],
    import: ["books", "cover-designs", "fields", "listings", "lookups", "records", "stock"],
    export: ["fields", "import", "records"],
    pictures: ["fields", "import"],
    uploads: ["books", "fields", "import", "lookups", "pictures", "records", "stock"],
    editing: ["books", "cover-designs", "fields", "import", "lookups", "records", "search", "stock"],
    merging: ["books", "cover-designs", "editing", "fields", "records"],
  },
  sales: {
    pricing: [],
    documents: [],
    cart: ["pricing"],
    orders: ["cart", "pricing"],
    payments: ["cart", "orders", "pricing"],
    refunds: ["orders", "payments", "pricing"],
    returns: ["orders", "payments", "refunds"],
  },
  people: {
    correspondence: [],
    readers: [],
    reviews: [],
    wishlist: [],
    staff: ["readers"],
  },
  outlets: {
    api: [],
    discovery: [],
  },
  office: {
    invariants: [],
    print: [],
    reports: [],
    settings: [],
    storefront: [],
    "stock-room": [],
    approvals: [],
    "back-office": ["print", "reports", "stock-room"],
    letters: ["approvals", "back-office", "reports"],
    undo: ["settings", "stock-room", "storefront"],
  },
};

/** The neighbours that each folder inside a top folder may import. */
const chapters: Record<string, Table> = {
  app: {
    display: [],
    http: [],
    client: [],
    session: ["http"],
    content: ["display"],
    "structured-data": ["shelves"],
    offline: ["client"],
    shelves: ["display"],
    components: ["client", "display", "http", "offline", "shelves"],
    routes: ["client", "components", "content", "display", "http", "offline", "session", "shelves", "structured-data"],
  },
  desk: {
    http: [],
    components: ["http"],
    pages: ["components", "http"],
  },
  server: {
    log: ["network"],
    network: [],
    pages: [],
    limits: [],
    "stand-ins": [],
    jobs: ["limits", "log"],
    config: ["log", "network"],
    backup: ["config", "jobs"],
    doctor: ["backup", "config", "jobs", "network", "pages"],
    http: ["limits", "network", "pages"],
    metrics: ["config", "doctor", "jobs", "log", "network", "pages"],
  },
};

const tables: Record<string, Table> = {
  packages,
  shop: wings,
  ...Object.fromEntries(Object.entries(chaptersOfWings).map(([wing, table]) => [`shop/${wing}`, table])),
  ...chapters,
};

checkTable("the project", layers);
for (const [folder, table] of Object.entries(tables)) {
  checkTable(folder, table);
  for (const entry of readdirSync(join(import.meta.dirname, folder), { withFileTypes: true }))
    if (entry.isDirectory() && !entry.name.startsWith(".") && !(entry.name in table))
      throw new Error(
        `${folder}/${entry.name} is not in the table of ${folder} in oxlint.config.ts: say what it may import.`,
      );
}

const routeFolders = readdirSync(join(import.meta.dirname, "app", "routes"));

/** Files that use the database, secrets or the network are named `.server`; browser code must not import them. */
const touching: Forbidden = {
  group: ["**/*.server.ts"],
  message: "Only a .server file or a route may import a .server file.",
};
const sql: Forbidden = {
  group: ["#db/sql.ts", "pg"],
  message: "app, desk and cli write no SQL: it is written in shop, db and server.",
};
const climbing: Forbidden = { group: ["../*", "../**"], message: "Import ./x inside a folder, #layer/x across." };

type Rule = { "no-restricted-imports": ["error", { patterns: Forbidden[] }] };

function forbid(...patterns: Forbidden[]): Rule {
  const some = patterns.filter(({ group }) => group.length > 0);
  return { "no-restricted-imports": ["error", { patterns: [climbing, ...some] }] };
}

/** Throws if a table names an unknown folder or contains a cycle. */
function checkTable(name: string, table: Table) {
  const visit = (folder: string, above: string[]) => {
    if (!(folder in table)) throw new Error(`oxlint.config.ts: ${name} has no folder called ${folder}.`);
    if (above.includes(folder))
      throw new Error(`oxlint.config.ts: a circle in ${name}: ${[...above, folder].join(" > ")}.`);
    for (const other of table[folder]!) visit(other, [...above, folder]);
  };
  for (const folder of Object.keys(table)) visit(folder, []);
}

function otherLayers(layer: string): Forbidden {
  const allowed = [layer, ...layers[layer]!];
  const group = Object.keys(layers).filter((other) => !allowed.includes(other));
  return { group: group.map((other) => `#${other}/**`), message: `${layer} may import ${allowed.join(", ")} only.` };
}

function otherPackages(name: string): Forbidden {
  const named = packages[name]!;
  const others = Object.keys(packages).filter((other) => !named.includes(other));
  return {
    group: others.flatMap((other) => [`@endpaper/${other}`, `@endpaper/${other}/**`]),
    message: `${name} may import ${named.join(", ") || "no other package"} by name.`,
  };
}

function otherChapters(folder: string, chapter: string): Forbidden {
  const table = tables[folder]!;
  const allowed = [chapter, ...table[chapter]!];
  const group = Object.keys(table).filter((other) => !allowed.includes(other));
  const message = `${folder}/${chapter} may import ${table[chapter]!.join(", ") || "no other folder"} of ${folder} only.`;
  return { group: group.map((other) => `#${folder}/${other}/**`), message };
}

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
        { group: ["react-router"], importNames: ["Form"], message: "Use #desk/components/form.tsx." },
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
        "server/pages/cdn-purge.ts",
        "shop/catalogue/records/import-lock.server.ts",
      ],
      rules: { "checked-sql/no-string-statement": "off" },
    },
    // Includes the tests of packages.
    ...Object.keys(packages).map((name) => ({
      files: [`packages/${name}/**`],
      rules: forbid(otherLayers(name), otherPackages(name)),
    })),
    // Files that are mostly data.
    {
      files: [
        "oxlint.config.ts",
        "shop/catalogue/export/export.server.test.ts",
        "shop/catalogue/import/stock/stock-import.server.test.ts",
        "shop/catalogue/uploads/run-import-job.server.test.ts",
      ],
      rules: { "max-lines": "off" },
    },
  ],
});
