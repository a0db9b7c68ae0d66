import { defineConfig } from "oxlint";

/** Who may import whom: a folder may use itself and what stands beside it here. */
const layers: Record<string, string[]> = {
  app: ["ui", "shop"],
  ui: [],
  shop: ["db"],
  db: [],
  server: ["app", "shop", "db", "stand-ins"],
  "stand-ins": [],
};

/** Inside `shop` each folder may use those before it. */
const chapters = ["money", "covers", "search", "catalogue", "pricing", "cart", "stock", "orders", "payments", "invariants"];

const all = Object.keys(layers);
const climbing = { group: ["../*", "../**"], message: "Import ./x inside a folder, #layer/x across." };

function forbid(patterns: { group: string[]; message: string }[]) {
  return { "no-restricted-imports": ["error", { patterns: [climbing, ...patterns] }] } as const;
}

function forbiddenLayers(layer: string) {
  const others = all.filter((other) => other !== layer && !layers[layer]!.includes(other));
  const group = [...others.map((other) => `#${other}/*`), ...(layer === "tests" ? [] : ["#tests/*"])];
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
  },
  overrides: [
    ...all.map((layer) => ({ files: [`${layer}/**`], rules: forbid([forbiddenLayers(layer)]) })),
    ...chapters.map((chapter, place) => ({
      files: [`shop/${chapter}/**`],
      rules: forbid([
        forbiddenLayers("shop"),
        {
          group: chapters.slice(place + 1).map((later) => `#shop/${later}/*`),
          message: `shop/${chapter} may import ${chapters.slice(0, place).join(", ") || "no other chapter"} only.`,
        },
      ]),
    })),
    {
      files: ["app/routes/**"],
      rules: forbid([forbiddenLayers("app"), { group: ["#app/routes/*", "#app/routes/**"], message: "A route never imports another route." }]),
    },
    { files: ["**/*.test.ts", "tests/**"], rules: { ...forbid([]), "max-lines": ["error", { max: 400 }] } },
    { files: ["db/demo/books/**", "db/schema.ts"], rules: { "max-lines": "off" } },
  ],
});
