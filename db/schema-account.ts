import { bigint, boolean, integer, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";

const moment = (name: string) => timestamp(name, { withTimezone: true, mode: "date" });
const readerId = () => bigint("reader_id", { mode: "number" });
const createdAt = () => moment("created_at").notNull().defaultNow();

/** Where a reader's parcels go. */
export const addresses = pgTable("addresses", {
  id: bigint("id", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
  readerId: readerId().notNull(),
  name: text("name").notNull(),
  phone: text("phone").notNull(),
  addressLine1: text("address_line1").notNull(),
  addressLine2: text("address_line2").notNull().default(""),
  city: text("city").notNull(),
  stateCode: text("state_code").notNull(),
  pin: text("pin").notNull(),
  isDefault: boolean("is_default").notNull().default(false),
  createdAt: createdAt(),
});

/** Account passwords, of readers who have set one. */
export const accountPasswords = pgTable("account_passwords", {
  readerId: readerId().primaryKey(),
  hash: text("hash").notNull(),
  tries: integer("tries").notNull().default(0),
  triedAt: moment("tried_at"),
  setAt: moment("set_at").notNull().defaultNow(),
});

/** New e-mail addresses that wait to be confirmed. */
export const emailChanges = pgTable("email_changes", {
  readerId: readerId().primaryKey(),
  id: uuid("id").notNull(),
  email: text("email").notNull(),
  createdAt: createdAt(),
});

/** Every yes and no of a reader to what the shop may do with what it knows. */
export const consents = pgTable("consents", {
  id: bigint("id", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
  readerId: readerId().notNull(),
  purpose: text("purpose").notNull(),
  isGiven: boolean("is_given").notNull(),
  wording: text("wording").notNull(),
  createdAt: createdAt(),
});
