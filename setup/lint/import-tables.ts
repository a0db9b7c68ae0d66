/** The tables of the imports that layers, wings, chapters and packages may have. */

/** The other folders that each folder may import. */
export type Table = Record<string, string[]>;

/** The packages, which know nothing of the shop, each with the packages that it depends on. */
export const packages: Table = {
  covers: [],
  "proving-ground": [],
  "query-check": [],
  "razorpay-stand-in": ["stand-in-kit"],
  "stand-in-kit": [],
  "stand-ins": ["stand-in-kit"],
};
const standIns = ["razorpay-stand-in", "stand-in-kit", "stand-ins"];

/** The top folders and packages that each top folder may import. */
export const layers: Table = {
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

/** The chapters of the same wing that each chapter may import. */
export const chaptersOfWings: Record<string, Table> = {
  kernel: {
    alerts: [],
    "audit-log": [],
    buckets: [],
    dates: [],
    forms: ["money", "regions", "text"],
    look: [],
    messengers: ["security", "text"],
    mail: ["look", "text"],
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
    pictures: ["books", "fields", "import", "records"],
    uploads: ["books", "fields", "import", "lookups", "pictures", "records", "stock"],
    editing: ["books", "cover-designs", "fields", "import", "listings", "lookups", "records", "search", "stock"],
    merging: ["books", "cover-designs", "editing", "fields", "records"],
  },
  sales: {
    pricing: [],
    documents: [],
    cart: ["pricing"],
    orders: ["cart", "documents", "pricing"],
    carriers: ["orders"],
    payments: ["carriers", "cart", "orders", "pricing"],
    quotations: ["documents", "orders"],
    refunds: ["orders", "payments", "pricing"],
    remittances: ["carriers", "orders"],
    returns: ["orders", "payments", "refunds"],
    counter: ["documents", "orders", "payments", "pricing", "refunds", "returns"],
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
    pages: [],
    print: [],
    reports: [],
    settings: [],
    credentials: [],
    storefront: [],
    "stock-room": [],
    buying: ["stock-room"],
    approvals: [],
    "back-office": ["credentials", "print", "reports", "stock-room"],
    letters: ["approvals", "back-office", "buying", "reports", "stock-room"],
    undo: ["settings", "stock-room", "storefront"],
  },
};

/** The neighbouring folders that each folder inside a top folder may import. */
export const chapters: Record<string, Table> = {
  app: {
    display: [],
    http: ["content"],
    client: [],
    session: ["http"],
    look: ["http"],
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
    "stand-ins": ["config", "http"],
    jobs: ["limits", "log"],
    config: ["log", "network"],
    backup: ["config", "jobs"],
    cdn: ["jobs", "pages"],
    doctor: ["backup", "cdn", "config", "jobs", "network"],
    http: ["limits", "network", "pages"],
    metrics: ["config", "doctor", "jobs", "log", "network", "pages"],
  },
};

export const tables: Record<string, Table> = {
  packages,
  shop: wings,
  ...Object.fromEntries(Object.entries(chaptersOfWings).map(([wing, table]) => [`shop/${wing}`, table])),
  ...chapters,
};
