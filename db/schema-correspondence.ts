import { bigint, customType, pgTable, text, timestamp } from "drizzle-orm/pg-core";

const bytea = customType<{ data: Buffer }>({ dataType: () => "bytea" });
const moment = (name: string) => timestamp(name, { withTimezone: true, mode: "date" });
const identity = () => bigint("id", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity();

/** What readers wrote by the contact form, each with its ticket. */
export const contactMessages = pgTable("contact_messages", {
  id: identity(),
  ticket: text("ticket").notNull(),
  name: text("name").notNull(),
  email: text("email").notNull(),
  subject: text("subject").notNull(),
  message: text("message").notNull(),
  fingerprint: bytea("fingerprint").notNull(),
  createdAt: moment("created_at").notNull().defaultNow(),
  closedAt: moment("closed_at"),
});

/** Readers who asked for the newsletter, and since when they are sure. */
export const newsletterReaders = pgTable("newsletter_readers", {
  id: identity(),
  email: text("email").notNull(),
  token: text("token").notNull(),
  askedAt: moment("asked_at").notNull().defaultNow(),
  confirmedAt: moment("confirmed_at"),
});

/** Issues of the newsletter, as they were sent. */
export const newsletterIssues = pgTable("newsletter_issues", {
  id: identity(),
  subject: text("subject").notNull(),
  words: text("words").notNull(),
  createdAt: moment("created_at").notNull().defaultNow(),
});
