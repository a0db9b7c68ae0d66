import { bigint, boolean, customType, integer, pgTable, text, timestamp } from "drizzle-orm/pg-core";

const bytea = customType<{ data: Buffer }>({ dataType: () => "bytea" });
const moment = (name: string) => timestamp(name, { withTimezone: true, mode: "date" });

/** Lists of books that readers wish for. */
export const wishlists = pgTable("wishlists", {
  id: bigint("id", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
  readerId: bigint("reader_id", { mode: "number" }).notNull(),
  name: text("name").notNull(),
  secret: text("secret"),
  tellsCheaper: boolean("tells_cheaper").notNull().default(false),
  tellsBack: boolean("tells_back").notNull().default(false),
  unsubscribeToken: text("leave_token").notNull(),
  createdAt: moment("created_at").notNull().defaultNow(),
});

/** Books on them; a book stands on one list of a reader. */
export const wishes = pgTable("wishes", {
  readerId: bigint("reader_id", { mode: "number" }).notNull(),
  bookId: text("book_id").notNull(),
  wishlistId: bigint("wishlist_id", { mode: "number" }).notNull(),
  note: text("note").notNull().default(""),
  pricePaise: integer("price_paise").notNull(),
  toldPaise: integer("told_paise"),
  toldAt: moment("told_at"),
  isAwaited: boolean("is_awaited").notNull().default(false),
  giftHash: bytea("gift_hash"),
  createdAt: moment("created_at").notNull().defaultNow(),
});
