import { defineConfig } from "oxlint";

interface Forbidden {
  group: string[];
  message: string;
}

/** Who may import whom: a folder may use itself and what stands beside it here. */
const layers: Record<string, string[]> = {
  app: ["ui", "shop", "routing"],
  ui: [],
  shop: ["db", "routing"],
  db: [],
  routing: [],
  server: ["app", "shop", "db", "routing", "stand-ins"],
  "stand-ins": [],
  cli: ["server", "shop", "db", "routing"],
  setup: ["db"],
};

/** Inside `shop` each folder may use those before it. */
const chapters = [
  "places",
  "money",
  "covers",
  "search",
  "identity",
  "catalogue",
  "content",
  "pricing",
  "cart",
  "stock",
  "mail",
  "correspondence",
  "wishlist",
  "documents",
  "orders",
  "reviews",
  "payments",
  "after-sale",
  "account",
  "invariants",
];

/** What touches the database, secrets or the network is named `.server`; pure rules and shared pieces stay clear of it. */
const touching: Forbidden = {
  group: ["**/*.server.ts"],
  message: "Only a .server file or a route may import a .server file.",
};

const all = Object.keys(layers);
const climbing: Forbidden = { group: ["../*", "../**"], message: "Import ./x inside a folder, #layer/x across." };

function forbid(patterns: Forbidden[]): { "no-restricted-imports": ["error", { patterns: Forbidden[] }] } {
  return { "no-restricted-imports": ["error", { patterns: [climbing, ...patterns] }] };
}

function forbiddenLayers(layer: string): Forbidden {
  const others = all.filter((other) => other !== layer && !layers[layer]!.includes(other));
  const group = [...others.map((other) => `#${other}/**`), "#tests/**"];
  return { group, message: `${layer} may import ${[layer, ...layers[layer]!].join(", ")} only.` };
}

export default defineConfig({
  plugins: ["typescript", "import", "react", "jsx-a11y", "oxc", "unicorn"],
  ignorePatterns: ["build", ".react-router", "node_modules", ".data"],
  categories: { correctness: "error", suspicious: "error" },
  rules: {
    ...forbid([]),
    "import/no-cycle": ["error", { ignoreTypes: true }],
    "oxc/no-barrel-file": ["error", { threshold: 0 }],
    "max-lines": ["error", { max: 300 }],
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
  overrides: [
    ...all.map((layer) => ({ files: [`${layer}/**`], rules: forbid([forbiddenLayers(layer)]) })),
    ...chapters.flatMap((chapter, place) => {
      const later: Forbidden = {
        group: chapters.slice(place + 1).map((other) => `#shop/${other}/**`),
        message: `shop/${chapter} may import ${chapters.slice(0, place).join(", ") || "no other chapter"} only.`,
      };
      return [
        { files: [`shop/${chapter}/**`], rules: forbid([forbiddenLayers("shop"), later, touching]) },
        { files: [`shop/${chapter}/**/*.server.ts`], rules: forbid([forbiddenLayers("shop"), later]) },
      ];
    }),
    { files: ["app/components/**"], rules: forbid([forbiddenLayers("app"), touching]) },
    {
      files: ["app/routes/**"],
      rules: forbid([
        forbiddenLayers("app"),
        { group: ["#app/routes/**"], message: "A route never imports another route." },
      ]),
    },
    { files: ["**/*.test.ts", "tests/**"], rules: { ...forbid([]), "max-lines": ["error", { max: 400 }] } },
    { files: ["db/demo/books/**", "db/schema.ts"], rules: { "max-lines": "off" } },
  ],
});
