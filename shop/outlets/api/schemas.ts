/** The schemas of the API's responses and request bodies, from which its OpenAPI description is generated. */
import { z } from "zod";

import { typedKeys } from "#shop/kernel/text/object-keys.ts";
import { bookFormats, contributorRoles } from "#shop/catalogue/fields/record-values.ts";
import { apiSchemas } from "#shop/catalogue/fields/shown-fields.ts";
import { orderStates } from "#shop/sales/orders/order-state.ts";

/** The names of the schemas in the OpenAPI document. */
export const schemaNames = z.registry<{ id: string; description?: string }>();

function named<T extends z.ZodType>(id: string, schema: T): T {
  schemaNames.add(schema, { id });
  return schema;
}

const paise = z.int().describe("whole paise: 39900 is ₹399.00");
const moment = z.string().describe("ISO 8601, with its offset from UTC");
const link = { id: z.string(), name: z.string() };

/** Stock as readers see it: an exact number only when few copies are left. */
const stockState = z.strictObject({
  state: z
    .enum(["in-stock", "few-left", "sold-out"])
    .describe("sold-out does not say when copies will be available, because the shop does not know it"),
  left: z.int().nullable().describe("copies, when few are left; else null"),
});

const bookFields = {
  id: z.string().describe("the last part of the book’s address in the shop"),
  url: z.string(),
  isbn13: z.string().nullable(),
  workId: z.string().describe("the same for all editions of one work"),
  title: z.string(),
  subtitle: z.string().nullable(),
  language: z.string().describe("ISO 639, two or three letters"),
  contributors: z.array(z.strictObject({ ...link, role: z.enum(contributorRoles) })),
  categories: z.array(z.strictObject(link)).describe("the main one first"),
  series: z.strictObject({ ...link, position: z.number().nullable() }).nullable(),
  format: z.enum(bookFormats).nullable().describe("null if unknown"),
  publisher: z.string().nullable(),
  published: z.strictObject({ day: z.string(), precision: z.enum(["day", "month", "year"]) }).nullable(),
  coverUrl: z.string(),
  currency: z.literal("INR"),
  pricePaise: paise,
  mrpPaise: paise,
  rating: z.number().nullable().describe("1 to 5"),
  ratingCount: z.int(),
  isSampleRating: z.boolean().describe("the rating was made up for the demonstration"),
  stock: stockState,
};

/** Adds the book fields that `shown-fields.ts` offers in the API; the type does not contain them. */
function withFieldsOf<Schema extends z.ZodObject>(schema: Schema): Schema {
  return schema.extend(apiSchemas) as unknown as Schema;
}

/** An edition in a list. */
const book = named("Book", withFieldsOf(z.strictObject(bookFields)));
/** An edition with its description. */
export const wholeBook = named("WholeBook", withFieldsOf(z.strictObject({ ...bookFields, description: z.string() })));
export type ApiBook = z.infer<typeof book>;
export type ApiWholeBook = z.infer<typeof wholeBook>;

export const author = named(
  "Author",
  z.strictObject({ ...link, url: z.string(), bio: z.string(), portraitUrl: z.string() }),
);
export type ApiAuthor = z.infer<typeof author>;

const category = named(
  "Category",
  z.strictObject({ ...link, url: z.string(), description: z.string(), parentId: z.string().nullable() }),
);
export type ApiCategory = z.infer<typeof category>;

const next = z.string().nullable().describe("pass it as `cursor` to get the next page; null at the end of the list");
export const bookList = named("BookList", z.strictObject({ books: z.array(book), next }));
export const authorList = named("AuthorList", z.strictObject({ authors: z.array(author), next }));
export const categoryList = named("CategoryList", z.strictObject({ categories: z.array(category), next }));
export const foundBooks = named("FoundBooks", z.strictObject({ books: z.array(book).describe("the best first") }));

export const stock = named("Stock", z.strictObject({ isbn13: z.string(), bookId: z.string(), stock: stockState }));
export type ApiStock = z.infer<typeof stock>;

/** The highest accepted price: one crore of rupees. */
const maxPaise = 1_00_00_000_00;
const maxCopies = 1_000_000;

function wholeNumber(name: string, min: number, max: number) {
  const error = `${name} is a whole number from ${min} to ${max}, without quotes.`;
  return z.int({ error }).min(min, { error }).max(max, { error });
}

/** The values that a till sets; absent ones stay unchanged. */
export const stockSetting = named(
  "StockSetting",
  z
    .strictObject({
      copies: wholeNumber("copies", 0, maxCopies)
        .optional()
        .describe("copies in the shop, including those reserved for orders"),
      pricePaise: wholeNumber("pricePaise", 1, maxPaise).optional().describe("whole paise, at most the MRP"),
      mrpPaise: wholeNumber("mrpPaise", 1, maxPaise).optional().describe("whole paise, the printed price with tax"),
    })
    .refine((setting) => Object.values(setting).some((value) => value !== undefined), {
      error: "The body contains nothing to set: give copies, pricePaise or mrpPaise.",
    }),
);
export type StockSetting = z.infer<typeof stockSetting>;

export const setStockAnswer = named(
  "SetStock",
  z.strictObject({
    isbn13: z.string(),
    bookId: z.string(),
    copies: z.int(),
    reserved: z.int().describe("how many of `copies` are reserved for orders"),
    pricePaise: paise,
    mrpPaise: paise,
    changed: z.array(z.enum(["copies", "pricePaise", "mrpPaise"])).describe("empty if nothing changed"),
    warning: z
      .string()
      .describe("a sentence about copies in stock with a lower printed MRP than the new one; else empty"),
  }),
);

const order = named(
  "Order",
  z.strictObject({
    number: z.string(),
    state: z.enum(typedKeys(orderStates)),
    placedAt: moment,
    paidAt: moment.nullable(),
    changedAt: moment,
    lines: z.array(
      z.strictObject({
        bookId: z.string(),
        isbn13: z.string().nullable(),
        title: z.string(),
        author: z.string(),
        format: z.string(),
        copies: z.int(),
        cancelled: z.int().describe("how many of `copies` were cancelled"),
        unitPricePaise: paise,
        discountPaise: paise,
        totalPaise: paise,
      }),
    ),
    isCollection: z
      .boolean()
      .describe(
        "true if the reader collects it at the shop; then the address may be empty, and `shipped` is ready there",
      ),
    currency: z.literal("INR"),
    subtotalPaise: paise,
    discountPaise: paise,
    shippingPaise: paise,
    totalPaise: paise,
    delivery: z
      .strictObject({
        name: z.string(),
        phone: z.string(),
        addressLine1: z.string(),
        addressLine2: z.string(),
        city: z.string(),
        stateCode: z.string().describe("ISO 3166-2 without the country, such as KA"),
        pin: z.string(),
      })
      .nullable()
      .describe("null for a sale at the counter, or when the reader’s account was deleted"),
  }),
);
export type ApiOrder = z.infer<typeof order>;

export const orderList = named(
  "OrderList",
  z.strictObject({
    orders: z.array(order),
    next: z.string().nullable().describe("pass it as `since` in the next request; null while there is no order"),
    hasMore: z.boolean().describe("true if more orders can be read immediately"),
  }),
);

export const problem = named(
  "Problem",
  z.strictObject({
    type: z.literal("about:blank"),
    title: z.string(),
    status: z.int(),
    detail: z.string().describe("what is wrong, in a sentence"),
  }),
);
