import { readdirSync } from "node:fs";
import { join } from "node:path";

import { defineConfig } from "oxlint";

type Forbidden = { group: string[]; message: string; allowTypeImports?: boolean; importNames?: string[] };

type Table = Record<string, string[]>;

/** Which top folder may import which others. */
const layers: Table = {
  app: ["ui", "shop", "routing"],
  desk: ["app", "ui", "shop"],
  ui: [],
  covers: [],
  shop: ["covers", "db", "routing"],
  routing: [],
  db: [],
  server: ["app", "desk", "covers", "shop", "db", "routing", "stand-ins"],
  "stand-ins": [],
  cli: ["server", "shop", "db", "routing"],
  setup: ["db"],
  tools: [],
  tests: ["app", "desk", "covers", "shop", "server", "db", "routing", "setup", "stand-ins"],
  bench: ["shop", "server", "db", "setup", "stand-ins", "tests"],
};

/** Which folder inside a top folder may import which of its neighbours. */
const chapters: Record<string, Table> = {
  shop: {
    alerts: [],
    buckets: [],
    dates: [],
    money: [],
    places: ["dates", "money", "text"],
    record: [],
    security: [],
    text: [],
    forms: ["money", "places", "text"],
    mail: ["text"],
    catalogue: ["money", "record", "text"],
    search: ["catalogue", "dates", "records", "text"],
    records: ["catalogue", "money", "text"],
    lookups: ["catalogue", "records"],
    import: ["catalogue", "dates", "lookups", "money", "records", "stock", "text"],
    export: ["catalogue", "dates", "import", "records", "text"],
    discovery: ["catalogue", "content", "pricing", "search", "text"],
    pictures: ["buckets", "import", "records", "text"],
    uploads: ["catalogue", "import", "lookups", "money", "pictures", "records", "stock", "text"],
    books: ["catalogue", "dates", "import", "lookups", "money", "record", "records", "search", "stock", "text"],
    api: ["catalogue", "orders", "search", "security", "text"],
    content: ["catalogue", "dates", "record", "records", "text"],
    pricing: ["dates", "money", "record"],
    cart: ["catalogue", "pricing", "security"],
    stock: ["forms", "mail", "money", "record", "text"],
    "stock-room": ["catalogue", "orders", "record", "records", "stock", "text"],
    joining: ["books", "catalogue", "record", "records", "text"],
    readers: ["forms", "mail", "orders", "security"],
    correspondence: ["forms", "mail", "records", "security", "text"],
    window: ["record", "reviews", "security", "text"],
    wishlist: ["catalogue", "mail", "security"],
    documents: ["alerts", "dates", "money", "places"],
    reports: ["dates", "documents", "places", "text"],
    print: ["dates", "documents", "money", "places"],
    settings: ["documents", "money", "places", "record"],
    orders: ["cart", "catalogue", "dates", "forms", "mail", "places", "pricing", "record", "security", "stock"],
    reviews: ["catalogue", "forms", "mail", "orders", "readers", "security", "text"],
    payments: ["alerts", "cart", "dates", "mail", "money", "orders", "pricing", "stock", "text"],
    refunds: ["mail", "orders", "payments", "pricing", "stock"],
    returns: ["mail", "orders", "payments", "refunds", "stock"],
    approvals: ["mail", "orders", "payments", "refunds", "returns", "staff", "text"],
    letters: [
      "approvals",
      "back-office",
      "catalogue",
      "correspondence",
      "dates",
      "documents",
      "mail",
      "money",
      "orders",
      "places",
      "readers",
      "record",
      "reports",
      "reviews",
      "staff",
      "text",
      "wishlist",
    ],
    staff: ["dates", "mail", "readers", "record", "security", "text"],
    undo: [
      "books",
      "catalogue",
      "content",
      "joining",
      "orders",
      "pricing",
      "record",
      "settings",
      "staff",
      "stock",
      "stock-room",
      "text",
      "window",
    ],
    "back-office": ["dates", "import", "orders", "places", "print", "reports", "search", "stock-room", "text"],
    invariants: ["money", "record"],
  },
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
    traces: ["log"],
    jobs: ["limits", "log", "traces"],
    config: ["log", "network"],
    backup: ["config", "jobs"],
    doctor: ["backup", "config", "jobs", "network", "pages"],
    http: ["limits", "network", "pages"],
    metrics: ["config", "doctor", "jobs", "log", "network", "pages", "traces"],
  },
  "stand-ins": {
    kit: [],
    google: ["kit"],
    mailbox: ["kit"],
    razorpay: ["kit"],
    s3: [],
    shared: ["google", "mailbox", "razorpay", "s3"],
  },
};

checkTable("the project", layers);
for (const [layer, table] of Object.entries(chapters)) {
  checkTable(layer, table);
  for (const entry of readdirSync(join(import.meta.dirname, layer), { withFileTypes: true }))
    if (entry.isDirectory() && !entry.name.startsWith(".") && !(entry.name in table))
      throw new Error(
        `${layer}/${entry.name} is not in the table of ${layer} in oxlint.config.ts: say what it may import.`,
      );
}

/** What touches the database, secrets or the network is named `.server`; pure rules and shared pieces stay clear of it. */
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

/** Throws when a folder of a table is unknown, or folders use each other in a circle. */
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

function otherChapters(layer: string, chapter: string): Forbidden[] {
  const table = chapters[layer]!;
  const allowed = [chapter, ...table[chapter]!];
  const group = Object.keys(table).filter((other) => !allowed.includes(other));
  const message = `${layer}/${chapter} may import ${table[chapter]!.join(", ") || "no other folder"} of ${layer} only.`;
  return [{ group: group.map((other) => `#${layer}/${other}/**`), message }];
}

const withoutSql = ["app", "desk", "cli"];
const changingPages = ["app/**", "ui/**", "desk/components/**", "desk/pages/{pack,parcels,stock,today}/**"];

export default defineConfig({
  plugins: ["typescript", "import", "react", "jsx-a11y", "oxc", "unicorn"],
  jsPlugins: ["./setup/lint/translatable.ts"],
  ignorePatterns: ["build", ".react-router", "node_modules", ".data"],
  categories: { correctness: "error", suspicious: "error" },
  rules: {
    ...forbid(),
    "import/no-cycle": ["error", { ignoreTypes: true }],
    "oxc/no-barrel-file": ["error", { threshold: 0 }],
    "max-lines": ["error", { max: 300 }],
    // Browsers have these, so that a variable which was forgotten is none to the types.
    "no-restricted-globals": ["error", "name", "event", "status", "length"],
    "no-console": "off",
    "react/react-in-jsx-scope": "off",
    "import/no-unassigned-import": "off",
    "no-await-in-loop": "off",
    "unicorn/no-array-sort": "off",
    "no-shadow": "off",
    "no-unused-vars": ["error", { argsIgnorePattern: "^_", varsIgnorePattern: "^_" }],
    // Judged by hand: these find nothing wrong here.
    "no-unmodified-loop-condition": "off",
    "import/no-named-as-default-member": "off",
    "unicorn/consistent-function-scoping": "off",
    "unicorn/no-array-reverse": "off",
    "unicorn/no-invalid-fetch-options": "off",
    "unicorn/require-post-message-target-origin": "off",
    "jsx-a11y/prefer-tag-over-role": "off",
    "react/exhaustive-effect-dependencies": "off",
    "react-hooks/exhaustive-deps": "off",
  },
  // Of several entries that fit a file, the last one counts.
  overrides: [
    ...Object.keys(layers).map((layer) => ({
      files: [`${layer}/**`],
      rules: forbid(otherLayers(layer), ...(withoutSql.includes(layer) ? [sql] : [])),
    })),
    ...Object.keys(chapters["shop"]!).flatMap((chapter) => {
      const others = [otherLayers("shop"), ...otherChapters("shop", chapter)];
      return [
        { files: [`shop/${chapter}/**`], rules: forbid(...others, touching) },
        { files: [`shop/${chapter}/**/*.server.ts`], rules: forbid(...others) },
      ];
    }),
    {
      // The types of everything a request may need.
      files: ["shop/*.ts"],
      rules: forbid(otherLayers("shop"), { group: ["#shop/*/**"], message: "Types only.", allowTypeImports: true }),
    },
    ...Object.keys(chapters["app"]!).map((folder) => ({
      files: [`app/${folder}/**`],
      rules: forbid(
        otherLayers("app"),
        sql,
        ...otherChapters("app", folder),
        ...(["client", "components", "content", "display", "offline", "structured-data"].includes(folder)
          ? [touching]
          : []),
        ...(folder === "routes"
          ? [
              {
                group: ["#app/routes/**", "./*.route.ts", "./*.route.tsx"],
                message: "A route never imports another route.",
              },
            ]
          : []),
      ),
    })),
    ...Object.keys(chapters["desk"]!).map((folder) => ({
      files: [`desk/${folder}/**`],
      rules: forbid(
        otherLayers("desk"),
        sql,
        { group: ["react-router"], importNames: ["Form"], message: "Use #desk/components/form.tsx." },
        ...otherChapters("desk", folder),
        ...(folder === "components" ? [touching] : []),
      ),
    })),
    { files: changingPages, rules: { "translatable/texts-alone": "error" } },
    // Both builds write down what they are made of.
    { files: ["desk/vite.config.ts"], rules: forbid() },
    ...["server", "stand-ins"].flatMap((layer) =>
      Object.keys(chapters[layer]!).map((folder) => ({
        files: [`${layer}/${folder}/**`],
        rules: forbid(otherLayers(layer), ...otherChapters(layer, folder)),
      })),
    ),
    {
      files: ["**/*.test.ts", "tests/**"],
      rules: {
        ...forbid(otherLayers("tests")),
        "max-lines": ["error", { max: 400 }],
        // Playwright reads what a fixture needs from its parameter, which is empty when it needs nothing.
        "no-empty-pattern": ["error", { allowObjectPatternsAsParameters: true }],
      },
    },
    // Tables.
    {
      files: [
        "db/demo/books/**",
        "oxlint.config.ts",
        "shop/export/export.server.test.ts",
        "shop/import/stock/stock-import.server.test.ts",
        "shop/uploads/run-work.server.test.ts",
      ],
      rules: { "max-lines": "off" },
    },
  ],
});
