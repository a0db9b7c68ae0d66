/** Example addresses of every page of the desk, taken from the rows of a database. */
import type { Db } from "#db/connect.ts";
import { sql } from "#db/sql.ts";
import type { deskRoutes } from "#desk/desk-routes.ts";
import { daysBefore } from "#shop/kernel/dates/report-days.ts";

/** The addresses of each page of the desk that can be opened; empty if the shop has no data for it. */
export type DeskAddresses = Record<Exclude<keyof typeof deskRoutes, NotOpened>, string[]>;

/** Routes that only take forms, redirect, come before the sign-in, or never finish (event streams). */
export const routesNotOpened = [
  "/stock/receive/:delivery/scan",
  "/stock/count/:count/scan",
  "/counter/:till/sell",
  "/counter/:till/code",
  "/today/changes",
  "/passkey/key",
  "/sign-in/key",
  "/sign-out",
  "/auth/google/callback",
  "/invitations/:secret",
  "/*",
] as const;
type NotOpened = (typeof routesNotOpened)[number];

/** The addresses of every page of the desk for this database, first without filters and then with them. */
export async function deskAddresses(db: Db, today: string): Promise<DeskAddresses> {
  const ids = async (of: ReturnType<typeof sql>) =>
    (await db.execute<{ id: string }>(sql`select id::text as id from (${of}) found`)).rows.map(({ id }) =>
      encodeURIComponent(id),
    );
  const at = (found: string[], before: string, after = "") => found.map((id) => before + id + after);
  const paid = await ids(sql`select number as id from orders where state = 'paid' order by id limit 3`);
  const orders = [...(await ids(sql`select number as id from orders order by orders.id desc limit 3`)), ...paid];
  const books = await ids(sql`
    (select book_id as id from sales_lines order by document_id desc limit 2) union all (select id from books order by id limit 1)`);
  const isbns = await ids(sql`select isbn13 as id from books where isbn13 is not null order by id limit 3`);
  const deliveries = await ids(sql`select id from deliveries order by id limit 1`);
  const purchases = await ids(sql`select id from purchase_orders order by id desc limit 1`);
  const quotations = await ids(sql`select id from quotations order by id desc limit 2`);
  const challans = (
    await ids(sql`
      select o.number || ' ' || c.place as id from delivery_challans c join orders o on o.id = c.order_id order by c.id desc limit 1`)
  ).map((id) => id.replace("%20", "/challans/"));
  const suppliers = await ids(sql`select id from suppliers order by id limit 1`);
  const supplierReturns = await ids(sql`select id from supplier_returns order by id desc limit 1`);
  const imports = await ids(sql`select id from imports order by id desc limit 1`);
  const works = await ids(sql`select id from import_work order by created_at desc limit 2`);
  const readers = await ids(sql`select id from readers order by id limit 2`);
  const payouts = await ids(sql`select id from settlements order by settled_at desc limit 1`);
  const entries = await ids(sql`select number as id from desk_record order by number desc limit 2`);
  const tickets = await ids(sql`select ticket as id from contact_messages order by id desc limit 1`);
  const requests = await ids(sql`select ticket as id from book_requests order by id desc limit 1`);
  const codes = await ids(sql`select code as id from promotions order by code limit 1`);
  const bundles = await ids(sql`select id from bundles order by id limit 1`);
  const tables = await ids(sql`select id from weekly_tables order by id limit 1`);
  const lists = await ids(sql`select id from reading_lists order by id limit 1`);
  const [author, category] = [
    await ids(sql`select author_id as id from author_listings order by books desc limit 1`),
    await ids(sql`select category_id as id from work_categories limit 1`),
  ];
  const series = await ids(sql`select id from series order by id limit 1`);
  const tills = await ids(sql`select code as id from tills where is_open order by code limit 1`);
  const tillBills = await ids(
    sql`select replace(number, '/', '-') as id from documents where series <> '' order by documents.id desc limit 1`,
  );
  const counts = await ids(sql`select id from stocktakes order by id limit 1`);
  const drafts = await ids(sql`select id from windows where published_at is null order by id limit 1`);
  const month = today.slice(0, 7);
  const ways = ["title", "author", "category", "publisher"];
  const year = `from=${daysBefore(today, 365)}&to=${today}`;
  const lastMonth = daysBefore(`${month}-01`, 1).slice(0, 7);
  const soldBy = {
    title: await ids(
      sql`select work_id as id from books where id = (select book_id from sales_lines order by document_id desc limit 1)`,
    ),
    author,
    category,
    publisher: await ids(
      sql`select publisher as id from books where id = (select book_id from sales_lines order by document_id desc limit 1)`,
    ),
  };
  const chosen = paid.map((number) => `order=${number}`).join("&");
  return {
    "/": ["/"],
    "/parcels": ["/parcels", "/parcels?all", "/parcels?late=yes", "/parcels?sent=yes"],
    "/parcels/print": [`/parcels/print?${chosen}`],
    "/parcels/print/:paper": paid.length > 0 ? [`/parcels/print/slips?${chosen}`] : [],
    "/parcels/tracking": ["/parcels/tracking"],
    "/go-live": ["/go-live"],
    "/look": ["/look", "/look?LOOK_COLOUR=%23b0203a&page=book&width=phone&scheme=dark"],
    "/look/email": ["/look/email?look=b0203a-d98a1f-lora-buti-airy&scheme=dark"],
    "/parcels/:number": at(paid, "/parcels/"),
    "/parcels/:number/book": at(paid, "/parcels/", "/book"),
    "/parcels/booked": ["/parcels/booked"],
    "/parcels/collect": ["/parcels/collect", "/parcels/collect?text=EP"],
    "/orders": [
      "/orders",
      "/orders?state=delivered",
      "/orders?way=collection",
      "/orders?text=asha",
      "/orders?returns=yes",
      "/orders?carrier=Delhivery&state=shipped",
      `/orders?from=${month}-01&state=paid`,
      ...at(orders.slice(0, 1), "/orders?state=delivered&before="),
    ],
    "/orders/:number": at(orders, "/orders/"),
    "/orders/:number/business": at(orders.slice(0, 1), "/orders/", "/business"),
    "/orders/:number/challans/:parcel": at(challans, "/orders/"),
    "/receivables": ["/receivables"],
    "/quotations": ["/quotations", "/quotations?show=unanswered"],
    "/quotations/:quotation": at(quotations, "/quotations/"),
    "/quotations/:quotation/pdf": at(quotations, "/quotations/", "/pdf"),
    "/counter": ["/counter"],
    "/counter/list": ["/counter/list"],
    "/counter/find": ["/counter/find?text=love"],
    "/counter/orders/:number": at(paid, "/counter/orders/"),
    "/counter/bills/:bill": at(tillBills, "/counter/bills/"),
    "/counter/:till/cash": at(tills, "/counter/", "/cash"),
    "/counter/:till/day": at(tills, "/counter/", "/day"),
    "/counter/:till": at(tills, "/counter/"),
    "/returns": ["/returns", "/returns?show=coming"],
    "/returns/list.csv": ["/returns/list.csv?show=all"],
    "/stock": ["/stock", "/stock?place=a"],
    "/stock/to-order.csv": ["/stock/to-order.csv"],
    "/stock/to-order.pdf": ["/stock/to-order.pdf"],
    "/stock/count": ["/stock/count"],
    "/stock/count/:count": at(counts, "/stock/count/"),
    "/stock/count/:count/finish": at(counts, "/stock/count/", "/finish"),
    "/stock/orders": ["/stock/orders"],
    "/stock/orders/:purchase": at(purchases, "/stock/orders/"),
    "/stock/orders/:purchase/pdf": at(purchases, "/stock/orders/", "/pdf"),
    "/stock/orders/:purchase/csv": at(purchases, "/stock/orders/", "/csv"),
    "/stock/suppliers": ["/stock/suppliers"],
    "/stock/suppliers/:supplier": at(suppliers, "/stock/suppliers/"),
    "/stock/suppliers/:supplier/return": at(suppliers, "/stock/suppliers/", "/return"),
    "/stock/supplier-returns/:return": at(supplierReturns, "/stock/supplier-returns/"),
    "/stock/supplier-returns/:return/:paper": at(supplierReturns, "/stock/supplier-returns/", "/debit-note"),
    "/stock/receive": ["/stock/receive"],
    "/stock/receive/:delivery": at(deliveries, "/stock/receive/"),
    "/stock/receive/:delivery/claim": at(deliveries, "/stock/receive/", "/claim"),
    "/stock/books/:book": at(books, "/stock/books/"),
    "/shelf-labels": ["/shelf-labels", ...at(isbns, "/shelf-labels?isbns=")],
    "/shelf-labels/print": at(isbns.slice(0, 1), "/shelf-labels/print?isbns="),
    "/books": [
      "/books",
      "/books?text=love",
      "/books?listed=no",
      "/books?cover=none",
      "/books?sort=-sold",
      "/books?copies=none",
      ...at(category, "/books?category="),
    ],
    "/books/new": ["/books/new", "/books/new?without=isbn", ...at(isbns.slice(0, 1), "/books/new?isbn=")],
    "/books/change": ["/books/change", "/books/change?text=love&all=on"],
    "/books/:book": at(books, "/books/"),
    "/books/:book/cover": at(books, "/books/", "/cover"),
    "/books/:book/opening": at(books, "/books/", "/opening"),
    "/books/:book/work": at(books, "/books/", "/work"),
    "/authors": ["/authors", "/authors?text=asha", "/authors?letter=r"],
    "/authors/:author": at(author, "/authors/"),
    "/series": ["/series", "/series?text=the"],
    "/series/:series": at(series, "/series/"),
    "/categories": ["/categories"],
    "/categories/:category": at(category, "/categories/"),
    "/import": ["/import"],
    "/import/undo/:import": at(imports, "/import/undo/"),
    "/import/:work": at(works, "/import/"),
    "/import/:work/report": at(works, "/import/", "/report"),
    "/offers": ["/offers"],
    "/offers/code": ["/offers/code", ...at(codes, "/offers/code?code=")],
    "/offers/bundle": ["/offers/bundle", ...at(bundles, "/offers/bundle?bundle=")],
    "/offers/results": ["/offers/results", ...at(codes, "/offers/results?code=")],
    "/offers/results.csv": ["/offers/results.csv"],
    "/offers/trial": [
      "/offers/trial",
      ...at(isbns.slice(0, 1), "/offers/trial?book-0=", "&copies-0=2"),
      "/offers/trial?book-0=the",
    ],
    "/window": ["/window"],
    "/window/draft": ["/window/draft", ...at(drafts, "/window/draft?window=")],
    "/window/look": ["/window/look?shown-featured=yes&featured-0=godan"],
    "/window/:window/preview": at(drafts, "/window/", "/preview"),
    "/window/table": ["/window/table", ...at(tables, "/window/table?table=")],
    "/window/list": ["/window/list", ...at(lists, "/window/list?list=")],
    "/reviews": ["/reviews", "/reviews?which=all"],
    "/messages": ["/messages", "/messages?which=closed"],
    "/messages/:ticket": at(tickets, "/messages/"),
    "/wanted": ["/wanted", "/wanted?which=closed"],
    "/wanted/:request": at(requests, "/wanted/"),
    "/newsletter": ["/newsletter"],
    "/newsletter/letter": ["/newsletter/letter"],
    "/readers": ["/readers", "/readers?text=asha", "/readers?text=asha.raman"],
    "/readers/:reader": at(readers, "/readers/"),
    "/readers/:reader/copy": at(readers, "/readers/", "/copy"),
    "/reports/sales": [
      "/reports/sales",
      `/reports/sales?${year}`,
      ...at(ways, "/reports/sales?by="),
      ...at(ways, `/reports/sales?${year}&by=`),
      `/reports/sales?${year}&by=title&page=2`,
    ],
    "/reports/sales/table.csv": ["/reports/sales/table.csv", "/reports/sales/table.csv?by=title"],
    "/reports/sales/lines": [
      "/reports/sales/lines",
      `/reports/sales/lines?by=day&key=${today}`,
      `/reports/sales/lines?from=${daysBefore(today, 365)}&to=${daysBefore(today, 200)}`,
      ...Object.entries(soldBy).flatMap(([by, keys]) => [
        ...at(keys.slice(0, 1), `/reports/sales/lines?by=${by}&key=`),
        ...at(keys.slice(0, 1), `/reports/sales/lines?${year}&by=${by}&key=`),
      ]),
    ],
    "/reports/returns": ["/reports/returns", `/reports/returns?${year}`, `/reports/returns?${year}&reason=damaged`],
    "/reports/returns/list.csv": [`/reports/returns/list.csv?${year}&reason=damaged`],
    "/reports/searches": ["/reports/searches"],
    "/reports/searches/table.csv": ["/reports/searches/table.csv"],
    "/reports/stock": ["/reports/stock", "/reports/stock?days=all"],
    "/reports/stock/slow.csv": ["/reports/stock/slow.csv", "/reports/stock/slow.csv?days=all"],
    "/reports/gst": ["/reports/gst"],
    "/documents/:document": at(
      await ids(sql`select replace(number, '/', '-') as id from documents order by documents.id desc limit 1`),
      "/documents/",
    ),
    "/reports/gst/papers.csv": ["/reports/gst/papers.csv"],
    "/reports/gst/names": ["/reports/gst/names"],
    "/reports/gst/names.csv": ["/reports/gst/names.csv"],
    "/reports/gst/return": ["/reports/gst/return", `/reports/gst/return?month=${lastMonth}`],
    "/reports/gst/return/:file": ["/reports/gst/return/gstr1.json"],
    "/remittances": ["/remittances"],
    "/payouts": ["/payouts"],
    "/payouts/:payout": at(payouts, "/payouts/"),
    "/payouts/:payout/lines.csv": at(payouts, "/payouts/", "/lines.csv"),
    "/staff": ["/staff"],
    "/settings": ["/settings"],
    "/pages": ["/pages"],
    "/pages/edit": [
      "/pages/edit",
      ...at(await ids(sql`select id from pages order by id limit 1`), "/pages/edit?page="),
    ],
    "/pages/preview": ["/pages/preview"],
    "/record": ["/record", "/record?chapter=orders", ...at(orders.slice(0, 1), "/record?subject=order%20")],
    "/record/:entry": at(entries, "/record/"),
    "/find": ["/find", "/find?text=asha", "/find?text=EP-2%20nothing"],
    "/find/answers": ["/find/answers", "/find/answers?text=asha"],
    "/find/books": ["/find/books?text=the"],
    "/me": ["/me"],
    "/passkey": ["/passkey"],
    "/sign-in": ["/sign-in"],
  };
}
