import {
  bigint,
  boolean,
  customType,
  date,
  integer,
  jsonb,
  numeric,
  pgTable,
  text,
  timestamp,
} from "drizzle-orm/pg-core";

const bytea = customType<{ data: Buffer }>({ dataType: () => "bytea" });
const paise = (name: string) => bigint(name, { mode: "number" });
const moment = (name: string) => timestamp(name, { withTimezone: true, mode: "date" });
const identity = () => bigint("id", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity();
const createdAt = () => moment("created_at").notNull().defaultNow();

/*
 * The tables and their columns; most queries are SQL and name them by themselves. Keys, checks and triggers live in `migrations/`, which is what
 * makes the database; `schema.server.test.ts` compares every column here with it.
 */

export const categories = pgTable("categories", {
  id: text("id").primaryKey(),
  name: text("name").notNull(),
  description: text("description").notNull(),
  parentId: text("parent_id"),
  position: integer("position").notNull(),
  createdAt: createdAt(),
});

export const authors = pgTable("authors", {
  id: text("id").primaryKey(),
  name: text("name").notNull(),
  bio: text("bio").notNull(),
  imageUrl: text("image_url").notNull(),
  isFeatured: boolean("is_featured").notNull().default(false),
  createdAt: createdAt(),
});

export const series = pgTable("series", {
  id: text("id").primaryKey(),
  name: text("name").notNull(),
  description: text("description").notNull(),
  createdAt: createdAt(),
});

export const works = pgTable("works", {
  id: text("id").primaryKey(),
  title: text("title").notNull(),
  subtitle: text("subtitle"),
  searchText: text("search_text").notNull(),
  description: text("description").notNull(),
  rating: numeric("rating", { precision: 3, scale: 2, mode: "number" }),
  ratingCount: integer("rating_count").notNull().default(0),
  startingRating: numeric("starting_rating", { precision: 3, scale: 2, mode: "number" }),
  startingRatingCount: integer("starting_rating_count").notNull().default(0),
  featuredPosition: integer("featured_position"),
  createdAt: createdAt(),
});

export const workContributors = pgTable("work_contributors", {
  workId: text("work_id").notNull(),
  authorId: text("author_id").notNull(),
  role: text("role", { enum: ["author", "editor", "translator", "illustrator"] }).notNull(),
  position: integer("position").notNull(),
});

export const workCategories = pgTable("work_categories", {
  workId: text("work_id").notNull(),
  categoryId: text("category_id").notNull(),
  position: integer("position").notNull(),
});

export const seriesWorks = pgTable("series_works", {
  seriesId: text("series_id").notNull(),
  workId: text("work_id").notNull(),
  position: numeric("position", { precision: 5, scale: 1, mode: "number" }).notNull(),
});

export const books = pgTable("books", {
  id: text("id").primaryKey(),
  workId: text("work_id").notNull(),
  isMain: boolean("is_main").notNull(),
  format: text("format", { enum: ["paperback", "hardback", "board-book"] }).notNull(),
  isbn13: text("isbn13"),
  language: text("language").notNull(),
  pages: integer("pages"),
  publisher: text("publisher").notNull(),
  publishedOn: date("published_on", { mode: "string" }).notNull(),
  mrpPaise: integer("mrp_paise").notNull(),
  pricePaise: integer("price_paise").notNull(),
  taxClass: text("tax_class", { enum: ["exempt", "gst_0", "gst_5", "gst_18"] })
    .notNull()
    .default("exempt"),
  hsn: text("hsn").notNull().default("4901"),
  coverKey: text("cover_key").notNull(),
  createdAt: createdAt(),
});

export const bundles = pgTable("bundles", {
  id: text("id").primaryKey(),
  name: text("name").notNull(),
  description: text("description").notNull(),
  percentOff: integer("percent_off").notNull().default(30),
  position: integer("position").notNull(),
  createdAt: createdAt(),
});

export const bundleBooks = pgTable("bundle_books", {
  bundleId: text("bundle_id").notNull(),
  bookId: text("book_id").notNull(),
  position: integer("position").notNull(),
});

export const promotions = pgTable("promotions", {
  code: text("code").primaryKey(),
  name: text("name").notNull(),
  appliesTo: text("applies_to", { enum: ["best-sellers", "everything"] }).notNull(),
  percentOff: integer("percent_off").notNull(),
  startsAt: moment("starts_at").notNull().defaultNow(),
  endsAt: moment("ends_at"),
  redemptionLimit: integer("redemption_limit"),
  redemptionLimitPerEmail: integer("redemption_limit_per_email"),
  createdAt: createdAt(),
});

export const carts = pgTable("carts", {
  id: identity(),
  tokenHash: bytea("token_hash"),
  readerId: bigint("reader_id", { mode: "number" }),
  promotionCode: text("promotion_code"),
  version: integer("version").notNull().default(1),
  createdAt: createdAt(),
  updatedAt: moment("updated_at").notNull().defaultNow(),
});

export const cartLines = pgTable("cart_lines", {
  cartId: bigint("cart_id", { mode: "number" }).notNull(),
  bookId: text("book_id").notNull(),
  quantity: integer("quantity").notNull(),
  createdAt: createdAt(),
});

export const orderStates = [
  "pending_payment",
  "paid",
  "shipped",
  "delivered",
  "expired",
  "superseded",
  "cancelled",
  "refund_pending",
  "refunded",
] as const;

export const orders = pgTable("orders", {
  id: identity(),
  number: text("number").notNull(),
  cartId: bigint("cart_id", { mode: "number" }),
  cartVersion: integer("cart_version").notNull(),
  readerId: bigint("reader_id", { mode: "number" }),
  state: text("state", { enum: orderStates }).notNull(),
  email: text("email").notNull(),
  name: text("name").notNull(),
  phone: text("phone").notNull(),
  addressLine1: text("address_line1").notNull(),
  addressLine2: text("address_line2").notNull().default(""),
  city: text("city").notNull(),
  stateCode: text("state_code").notNull(),
  pin: text("pin").notNull(),
  currency: text("currency").notNull().default("INR"),
  subtotalPaise: paise("subtotal_paise").notNull(),
  discountPaise: paise("discount_paise").notNull().default(0),
  shippingPaise: paise("shipping_paise").notNull(),
  totalPaise: paise("total_paise").notNull(),
  promotionCode: text("promotion_code"),
  reservedUntil: moment("reserved_until").notNull(),
  paidAt: moment("paid_at"),
  erasedAt: moment("erased_at"),
  network: text("network"),
  createdAt: createdAt(),
  updatedAt: moment("updated_at").notNull().defaultNow(),
});

export const orderLines = pgTable("order_lines", {
  orderId: bigint("order_id", { mode: "number" }).notNull(),
  position: integer("position").notNull(),
  bookId: text("book_id").notNull(),
  title: text("title").notNull(),
  author: text("author").notNull(),
  format: text("format").notNull(),
  hsn: text("hsn").notNull(),
  taxClass: text("tax_class").notNull(),
  quantity: integer("quantity").notNull(),
  unitMrpPaise: integer("unit_mrp_paise").notNull(),
  unitPricePaise: integer("unit_price_paise").notNull(),
  discountPaise: paise("discount_paise").notNull().default(0),
  totalPaise: paise("total_paise").notNull(),
  cancelledQuantity: integer("cancelled_quantity").notNull().default(0),
});

export const orderDiscounts = pgTable("order_discounts", {
  orderId: bigint("order_id", { mode: "number" }).notNull(),
  position: integer("position").notNull(),
  linePosition: integer("line_position").notNull(),
  kind: text("kind", { enum: ["promotion", "bundle"] }).notNull(),
  source: text("source").notNull(),
  label: text("label").notNull(),
  amountPaise: paise("amount_paise").notNull(),
});

export const orderEvents = pgTable("order_events", {
  id: identity(),
  orderId: bigint("order_id", { mode: "number" }).notNull(),
  fromState: text("from_state"),
  toState: text("to_state").notNull(),
  cause: text("cause").notNull(),
  note: text("note").notNull().default(""),
  createdAt: createdAt(),
});

export const redemptions = pgTable("redemptions", {
  id: identity(),
  promotionCode: text("promotion_code").notNull(),
  orderId: bigint("order_id", { mode: "number" }).notNull(),
  email: text("email").notNull(),
  state: text("state", { enum: ["held", "used", "released"] }).notNull(),
  createdAt: createdAt(),
});

export const stock = pgTable("stock", {
  bookId: text("book_id").primaryKey(),
  onHand: integer("on_hand").notNull().default(0),
  reserved: integer("reserved").notNull().default(0),
});

export const stockMoves = pgTable("stock_moves", {
  id: identity(),
  bookId: text("book_id").notNull(),
  delta: integer("delta").notNull(),
  cause: text("cause", { enum: ["received", "sale", "return", "correction"] }).notNull(),
  orderId: bigint("order_id", { mode: "number" }),
  createdAt: createdAt(),
});

export const reservations = pgTable("reservations", {
  id: identity(),
  orderId: bigint("order_id", { mode: "number" }).notNull(),
  bookId: text("book_id").notNull(),
  quantity: integer("quantity").notNull(),
  state: text("state", { enum: ["held", "committed", "released"] }).notNull(),
  expiresAt: moment("expires_at").notNull(),
  createdAt: createdAt(),
});

export const paymentAttempts = pgTable("payment_attempts", {
  id: text("id").primaryKey(),
  orderId: bigint("order_id", { mode: "number" }).notNull(),
  receipt: text("receipt").notNull(),
  amountPaise: paise("amount_paise").notNull(),
  /** As Razorpay says it: `created`, `attempted`, `paid`, or a word the shop does not know. */
  status: text("status").notNull(),
  checkedAt: moment("checked_at"),
  createdAt: createdAt(),
});

export const payments = pgTable("payments", {
  id: text("id").primaryKey(),
  attemptId: text("attempt_id").notNull(),
  orderId: bigint("order_id", { mode: "number" }).notNull(),
  amountPaise: paise("amount_paise").notNull(),
  currency: text("currency").notNull(),
  /** As Razorpay says it: `created`, `failed`, `authorized`, `captured`, `refunded`, or a word the shop does not know. */
  status: text("status").notNull(),
  method: text("method").notNull().default(""),
  cardNetwork: text("card_network").notNull().default(""),
  cardLast4: text("card_last4").notNull().default(""),
  upiHandle: text("upi_handle").notNull().default(""),
  forgottenAt: moment("forgotten_at"),
  refundedPaise: paise("refunded_paise").notNull().default(0),
  errorReason: text("error_reason").notNull().default(""),
  errorDescription: text("error_description").notNull().default(""),
  settles: boolean("settles").notNull().default(false),
  evidenceSha256: text("evidence_sha256").notNull(),
  createdAt: createdAt(),
  updatedAt: moment("updated_at").notNull().defaultNow(),
});

export const refunds = pgTable("refunds", {
  id: identity(),
  paymentId: text("payment_id").notNull(),
  orderId: bigint("order_id", { mode: "number" }).notNull(),
  amountPaise: paise("amount_paise").notNull(),
  reason: text("reason", {
    enum: ["cancelled", "returned", "bookseller", "sold-out", "duplicate", "mismatch", "elsewhere"],
  }).notNull(),
  note: text("note").notNull().default(""),
  copies: jsonb("copies").notNull().default([]),
  idempotencyKey: text("idempotency_key").notNull(),
  razorpayRefundId: text("razorpay_refund_id"),
  state: text("state", { enum: ["requested", "pending", "processed", "failed"] }).notNull(),
  tries: integer("tries").notNull().default(0),
  refusals: integer("refusals").notNull().default(0),
  lastError: text("last_error").notNull().default(""),
  dueAt: moment("due_at").notNull().defaultNow(),
  createdAt: createdAt(),
  updatedAt: moment("updated_at").notNull().defaultNow(),
});

export const shipments = pgTable("shipments", {
  id: identity(),
  orderId: bigint("order_id", { mode: "number" }).notNull(),
  carrier: text("carrier").notNull(),
  trackingNumber: text("tracking_number").notNull(),
  trackingUrl: text("tracking_url").notNull().default(""),
  shippedAt: moment("shipped_at").notNull().defaultNow(),
});

export const documentSeries = pgTable("document_series", {
  financialYear: text("financial_year").notNull(),
  kind: text("kind", { enum: ["bill", "credit-note"] }).notNull(),
  lastNumber: integer("last_number").notNull().default(0),
});

export const documents = pgTable("documents", {
  id: identity(),
  orderId: bigint("order_id", { mode: "number" }).notNull(),
  refundId: bigint("refund_id", { mode: "number" }),
  kind: text("kind", { enum: ["bill", "credit-note"] }).notNull(),
  number: text("number").notNull(),
  financialYear: text("financial_year").notNull(),
  sequence: integer("sequence").notNull(),
  issuedAt: moment("issued_at").notNull().defaultNow(),
  content: jsonb("content").notNull(),
});

export const stockRequests = pgTable("stock_requests", {
  id: identity(),
  bookId: text("book_id").notNull(),
  email: text("email").notNull(),
  createdAt: createdAt(),
  toldAt: moment("told_at"),
});

export const webhookEvents = pgTable("webhook_events", {
  id: identity(),
  eventId: text("event_id").notNull(),
  bodySha256: text("body_sha256").notNull(),
  type: text("type").notNull(),
  razorpayOrderId: text("razorpay_order_id"),
  body: text("body").notNull(),
  state: text("state", { enum: ["received", "done", "quarantined", "dead"] }).notNull(),
  tries: integer("tries").notNull().default(0),
  lastError: text("last_error").notNull().default(""),
  receivedAt: moment("received_at").notNull().defaultNow(),
  processedAt: moment("processed_at"),
  seenAt: moment("seen_at"),
});

export const alerts = pgTable("alerts", {
  id: identity(),
  kind: text("kind").notNull(),
  orderId: bigint("order_id", { mode: "number" }),
  message: text("message").notNull(),
  seenAt: moment("seen_at"),
  createdAt: createdAt(),
});

export const outbox = pgTable("outbox", {
  id: identity(),
  kind: text("kind").notNull(),
  orderId: bigint("order_id", { mode: "number" }),
  readerId: bigint("reader_id", { mode: "number" }),
  toAddress: text("to_address").notNull(),
  facts: jsonb("facts").notNull().default({}),
  state: text("state", { enum: ["due", "sent", "dead"] })
    .notNull()
    .default("due"),
  tries: integer("tries").notNull().default(0),
  lastError: text("last_error").notNull().default(""),
  dueAt: moment("due_at").notNull().defaultNow(),
  sentAt: moment("sent_at"),
  createdAt: createdAt(),
  subjectKey: text("subject_key").notNull().default(""),
  messageId: text("message_id"),
});

export const catalogueLoads = pgTable("catalogue_loads", {
  source: text("source").primaryKey(),
  contentSha256: text("content_sha256").notNull(),
  loadedAt: moment("loaded_at").notNull().defaultNow(),
});

export const shopKeys = pgTable("shop_keys", {
  name: text("name").primaryKey(),
  value: text("value").notNull(),
});
