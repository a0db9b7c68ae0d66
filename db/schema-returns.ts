import { bigint, integer, pgTable, text, timestamp } from "drizzle-orm/pg-core";

const moment = (name: string) => timestamp(name, { withTimezone: true, mode: "date" });

export const returnReasons = ["damaged", "misprinted", "wrong-book", "not-as-described", "changed-mind"] as const;
export const returnStates = ["asked", "accepted", "refused", "kept", "received"] as const;

/** Copies of a line that a reader sends back after they were shipped. */
export const returns = pgTable("returns", {
  id: bigint("id", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
  orderId: bigint("order_id", { mode: "number" }).notNull(),
  linePosition: integer("line_position").notNull(),
  quantity: integer("quantity").notNull(),
  reason: text("reason", { enum: returnReasons }).notNull(),
  words: text("words").notNull().default(""),
  state: text("state", { enum: returnStates }).notNull(),
  answer: text("answer").notNull().default(""),
  refundId: bigint("refund_id", { mode: "number" }),
  restockedQuantity: integer("restocked_quantity").notNull().default(0),
  askedAt: moment("asked_at").notNull().defaultNow(),
  answeredAt: moment("answered_at"),
  receivedAt: moment("received_at"),
});
