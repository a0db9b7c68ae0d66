import { bigint, customType, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";

const bytea = customType<{ data: Buffer }>({ dataType: () => "bytea" });
const moment = (name: string) => timestamp(name, { withTimezone: true, mode: "date" });

/** Readers who have signed in, each identified by the issuer and the subject of the account. */
export const readers = pgTable("readers", {
  id: bigint("id", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
  issuer: text("issuer").notNull(),
  sub: text("sub").notNull(),
  name: text("name").notNull(),
  email: text("email"),
  phone: text("phone"),
  pictureUrl: text("picture_url"),
  createdAt: moment("created_at").notNull().defaultNow(),
  signedInAt: moment("signed_in_at").notNull().defaultNow(),
});

/** Browsers that are signed in. */
export const sessions = pgTable("sessions", {
  id: text("id").primaryKey(),
  tokenHash: bytea("token_hash").notNull(),
  readerId: bigint("reader_id", { mode: "number" }).notNull(),
  device: text("device").notNull(),
  createdAt: moment("created_at").notNull().defaultNow(),
  seenAt: moment("seen_at").notNull().defaultNow(),
});

/** Open sign-in attempts: browsers that were sent to Google. */
export const signInAttempts = pgTable("sign_in_attempts", {
  id: uuid("id").primaryKey(),
  stateHash: bytea("state_hash").notNull(),
  browserHash: bytea("browser_hash").notNull(),
  nonce: text("nonce").notNull(),
  codeVerifier: text("code_verifier").notNull(),
  mode: text("mode", { enum: ["popup", "redirect"] }).notNull(),
  intent: text("intent", { enum: ["login", "register"] }).notNull(),
  nextPath: text("next_path").notNull(),
  state: text("state", { enum: ["pending", "taken", "ok", "cancelled", "failed"] })
    .notNull()
    .default("pending"),
  createdAt: moment("created_at").notNull().defaultNow(),
});
