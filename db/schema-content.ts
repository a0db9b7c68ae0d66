import { bigint, boolean, integer, pgTable, text, timestamp } from "drizzle-orm/pg-core";

const createdAt = () => timestamp("created_at", { withTimezone: true, mode: "date" }).notNull().defaultNow();

export const readingLists = pgTable("reading_lists", {
  id: text("id").primaryKey(),
  title: text("title").notNull(),
  summary: text("summary").notNull(),
  introduction: text("introduction").notNull(),
  position: integer("position").notNull(),
  createdAt: createdAt(),
});

export const readingListBooks = pgTable("reading_list_books", {
  readingListId: text("reading_list_id").notNull(),
  bookId: text("book_id").notNull(),
  position: integer("position").notNull(),
  note: text("note").notNull(),
});

export const reviews = pgTable("reviews", {
  id: bigint("id", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
  workId: text("work_id"),
  readerId: bigint("reader_id", { mode: "number" }),
  name: text("name").notNull(),
  rating: integer("rating").notNull(),
  title: text("title").notNull().default(""),
  body: text("body").notNull(),
  isVerified: boolean("is_verified").notNull().default(false),
  isSample: boolean("is_sample").notNull().default(false),
  state: text("state", { enum: ["waiting", "published", "refused"] }).notNull(),
  testimonialPosition: integer("testimonial_position"),
  createdAt: createdAt(),
  changedAt: timestamp("changed_at", { withTimezone: true, mode: "date" }),
  version: integer("version").notNull().default(1),
});

/** Why a review is not shown; never that it is negative. */
export const hideReasons = ["abuse", "private", "advertising", "other-matter", "copied", "unlawful"] as const;

export const reviewDecisions = pgTable("review_decisions", {
  id: bigint("id", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
  workId: text("work_id").notNull(),
  readerId: bigint("reader_id", { mode: "number" }).notNull(),
  decision: text("decision", { enum: ["hidden", "shown"] }).notNull(),
  reason: text("reason", { enum: hideReasons }),
  madeAt: timestamp("made_at", { withTimezone: true, mode: "date" }).notNull().defaultNow(),
});
