/** Prepares one task for each background job, for tests that every job does its own. */
import { sql } from "#db/sql.ts";

import { deliverOrder } from "#shop/sales/orders/parcels/deliver-order.server.ts";
import { inTransaction } from "#db/transaction.ts";
import { issueBills } from "#shop/sales/documents/issue-document.server.ts";
import { refundOrder } from "#shop/sales/refunds/refund-order.server.ts";
import { shipOrder } from "#shop/sales/orders/parcels/ship-order.server.ts";
import { recordConsent } from "#shop/people/readers/consents.server.ts";
import { enqueueLetter } from "#shop/kernel/mail/outbox.server.ts";
import { placeOrder } from "#shop/sales/orders/placing/place-order.server.ts";
import { settlePayment } from "#shop/sales/payments/settle-payment.server.ts";
import { addWish } from "#shop/people/wishlist/wishes.server.ts";
import { chooseLetters, listWishlists } from "#shop/people/wishlist/wishlists.server.ts";
import { readStorefront } from "#shop/office/storefront/published-storefront.server.ts";
import { isoDay } from "#shop/kernel/dates/dates.ts";
import { collectionTerms, orderToCollect } from "#tests/support/sales/order-on-delivery.ts";
import { paidOrder, payAtRazorpay, refundOnDashboard, refundsOf } from "#tests/support/sales/paid-order.ts";
import { addReader, signInReader } from "#tests/support/sales/readers.ts";
import { cartOf, count, delivery, fillCart, orderOf, stateOf } from "#tests/support/sales/sale.ts";
import { sign, receiveFromRazorpay } from "./webhooks.ts";
import type { TestServices } from "./test-services.ts";

/** For each job: prepares a task that only this job completes; returns a query, and the value that it must reach. */
export function dueJob(
  testServices: TestServices,
): Record<string, () => Promise<[seen: () => Promise<unknown>, wanted: unknown]>> {
  const { services, db } = testServices;
  const countOf = (query: ReturnType<typeof sql>) => () => count(db, query);
  return {
    async webhooks() {
      const { body, signature } = sign(
        '{"event":"order.paid","payload":{"order":{"entity":{"id":"order_nobodyKnows"}}}}',
        "order.paid",
      );
      await receiveFromRazorpay(services, body, signature, "");
      return [countOf(sql`select count(*) from webhook_events where state = 'received'`), 0];
    },
    async reservations() {
      const { number } = await orderOf(services, cartOf("timeisup"), { godan: 1 });
      await db.execute(sql`update orders set reserved_until = now() - interval '1 second' where number = ${number}`);
      return [() => stateOf(db, number), "expired"];
    },
    async payments() {
      const { number, providerOrderId } = await orderOf(services, cartOf("unreported"), { godan: 1 });
      await payAtRazorpay(testServices, providerOrderId);
      await db.execute(
        sql`update payment_attempts set created_at = now() - interval '16 minutes' where id = ${providerOrderId}`,
      );
      return [() => stateOf(db, number), "paid"];
    },
    async refunds() {
      const { number } = await paidOrder(testServices, "refund", { godan: 1 });
      await refundOrder(services, number, 5000, "");
      return [async () => (await refundsOf(db, number))[0]!.state, "processed"];
    },
    async parcels() {
      const { number } = await paidOrder(testServices, "booked", { godan: 1 });
      await db.execute(sql`
        insert into parcel_bookings (order_id, reference, carrier, state, contents, grams, length_mm, width_mm, height_mm, asked_at)
        select id, number, 'delhivery', 'asked', '[]', 400, 240, 180, 50, now() - interval '1 hour' from orders where number = ${number}`);
      return [countOf(sql`select count(*) from parcel_bookings where state = 'asked'`), 0];
    },
    async "collection-reminders"() {
      services.settings.collection = collectionTerms;
      const number = await orderToCollect(services, "remind", { godan: 1 });
      await shipOrder(services, number, { keptUntil: isoDay(services.now()) });
      await db.execute(sql`update outbox set created_at = now() - interval '1 day' where kind = 'order-ready'`);
      return [countOf(sql`select count(*) from outbox where subject_key like 'reminder %'`), 1];
    },
    async codes() {
      const { number } = await orderOf(services, cartOf("code"), { godan: 1 });
      await db.execute(sql`
        insert into confirmation_codes (order_id, reference, messenger, code_hash, phone_hash, sent_at, state)
        select id, gen_random_uuid(), 'whatsapp', repeat('x', 43), repeat('x', 43), now() - interval '3 days', 'asked'
        from orders where number = ${number}`);
      return [countOf(sql`select count(*) from confirmation_codes`), 0];
    },
    async "carrier-pins"() {
      await db.execute(sql`
        insert into carrier_pins (carrier, pin, is_wanted, asked_at)
        values ('delhivery', '560001', false, now() - interval '60 days')`);
      return [countOf(sql`select count(*) from carrier_pins`), 0];
    },
    async "daily-letters"() {
      await db.execute(sql`
        insert into staff (issuer, sub, name, address, role, joined_at)
        values ('https://google.test', 'daily', 'Asha', 'asha@example.com', 'owner', now() - interval '2 days')`);
      return [countOf(sql`select least(count(*), 1) as count from outbox where kind = 'daily-for-owner'`), 1];
    },
    async newsletter() {
      await db.execute(sql`
      insert into newsletter_readers (email, token, confirmed_at) values ('due@example.com', ${"t".repeat(43)}, now())`);
      await db.execute(
        sql`insert into newsletter_issues (subject, words, sent_at) values ('Due', E'# Due\n\nWords.', now())`,
      );
      return [countOf(sql`select count(*) from outbox where kind = 'newsletter-issue'`), 1];
    },
    async window() {
      // The draft equals the published window, so the audit log entry has no change to undo.
      const content = JSON.stringify(await readStorefront(db));
      await db.execute(sql`
      insert into windows (name, content, due_at, changed_by, changed_at)
      values ('Due', ${content}::jsonb, now(), 'Meera', now())`);
      return [countOf(sql`select count(*) from windows where published_at is null`), 0];
    },
    async "later-prices"() {
      // The price is already in force, so the audit log entry has no change to undo.
      await db.execute(sql`
      insert into later_prices (book_id, begins_on, mrp_paise, price_paise, cause)
      select id, current_date - 1, mrp_paise, price_paise, 'import 1' from books where id = 'godan'`);
      return [countOf(sql`select count(*) from later_prices`), 0];
    },
    async limits() {
      await db.execute(sql`
      insert into rate_limits (bucket, full_at) values ('shop code 203.0.113.9', now() - interval '1 second')`);
      return [countOf(sql`select count(*) from rate_limits`), 0];
    },
    async sitemaps() {
      await db.execute(sql`
      insert into series (id, name, description) select 'long-' || n, 'Long', '' from generate_series(1, 50001) n`);
      return [countOf(sql`select count(*) from sitemap_shards where kind = 'series'`), 2];
    },
    async covers() {
      await db.execute(sql`
      insert into cover_images (id, width, height, paper, source, is_stored, created_at)
      values ('p_00000000000000000000', 400, 600, '#ffffff', 'nobodys.jpg', true, now() - interval '2 days')`);
      return [countOf(sql`select count(*) from cover_images`), 0];
    },
    async listings() {
      await db.execute(sql`update authors set name = 'Another Name' where id = 'rohinton-mistry'`);
      return [
        countOf(
          sql`select count(*) from listings where 'author:rohinton-mistry' = any(facets) and words not like '%another name%'`,
        ),
        0,
      ];
    },
    async "staff-sessions"() {
      await db.execute(sql`
      insert into staff_sign_ins (state_hash, browser_hash, nonce, code_verifier, next_path, created_at)
      values (sha256('s'), sha256('b'), 'n', 'c', '/', now() - interval '2 days')`);
      return [countOf(sql`select count(*) from staff_sign_ins`), 0];
    },
    async undos() {
      await db.execute(sql`
      with entry as (
        insert into desk_record (at, actor, actor_name, action, words, subject, why)
        values (now() - interval '32 days', 'shop', '', 'desk.test', 'old', '', '') returning number)
      insert into record_changes (entry, kind, key, after) select number, 'copies', 'godan', '{}' from entry`);
      return [countOf(sql`select count(*) from record_changes where kind = 'copies'`), 0];
    },
    async searches() {
      await db.execute(sql`insert into search_salts (day) values (current_date - 2)`);
      return [countOf(sql`select count(*) from search_salts`), 0];
    },
    async drawings() {
      await db.execute(sql`update books set cover_key = '' where id = 'godan'`);
      return [countOf(sql`select count(*) from books where cover_key = ''`), 0];
    },
    async "cover-designs"() {
      await db.execute(sql`delete from cover_designs where work_id = 'godan'`);
      return [countOf(sql`select count(*) from cover_designs where work_id = 'godan'`), 1];
    },
    async "best-sellers"() {
      await paidOrder(testServices, "chart", { godan: 1 });
      return [countOf(sql`select count(*) from recent_sales where work_id = 'godan'`), 1];
    },
    async "wanted-books"() {
      await db.execute(sql`insert into wanted_books (book_id, waiting, sold30, sold90) values ('sita', 5, 0, 0)`);
      return [countOf(sql`select count(*) from wanted_books where waiting = 5`), 0];
    },
    async "search-words"() {
      await db.execute(sql`update works set search_text = 'quizzical quagga' where id = 'sita'`);
      return [countOf(sql`select count(*) from search_words where word = 'quagga'`), 1];
    },
    async "shelf-counts"() {
      await db.execute(
        sql`insert into shelf_counts (facet, value, number) values ('author:premchand', 'available', 5000)`,
      );
      return [countOf(sql`select count(*) from shelf_counts where facet = 'author:premchand'`), 0];
    },
    async "best-known"() {
      return [countOf(sql`select count(*) from best_known where work_id = 'sita'`), 1];
    },
    async documents() {
      const { id } = await paidOrder(testServices, "bill", { godan: 1 });
      return [countOf(sql`select count(*) from documents where order_id = ${id}`), 1];
    },
    async "back-in-stock"() {
      await db.execute(sql`insert into stock_requests (book_id, email) values ('indica', 'waits@example.com')`);
      return [countOf(sql`select count(*) from outbox where kind = 'back-in-stock' and to_address like 'waits@%'`), 1];
    },
    async correspondence() {
      await db.execute(sql`
      insert into newsletter_readers (email, token, asked_at) values ('silent@example.com', ${"x".repeat(43)}, now() - interval '31 days')`);
      return [countOf(sql`select count(*) from newsletter_readers where email = 'silent@example.com'`), 0];
    },
    async letters() {
      const facts = { readerName: "Meera", orderCount: 0 };
      await enqueueLetter(db, { kind: "account-deleted", to: "meera@example.com", facts });
      return [async () => testServices.mailbox.letters().filter(({ to }) => to === "meera@example.com").length, 1];
    },
    async sessions() {
      const { id } = await signInReader(db, "long-gone", new Date(Date.now() - 40 * 86_400_000));
      return [countOf(sql`select count(*) from sessions where id = ${id}`), 0];
    },
    async "external-refunds"() {
      const { number, paymentId } = await paidOrder(testServices, "dashboard", { godan: 1 });
      await refundOnDashboard(testServices, paymentId, 100);
      return [async () => (await refundsOf(db, number)).map(({ reason }) => reason), ["elsewhere"]];
    },
    async payouts() {
      await paidOrder(testServices, "payout", { godan: 1 });
      return [countOf(sql`select least(count(*), 1) as count from settlement_days`), 1];
    },
    async "sales-lines"() {
      const { id } = await paidOrder(testServices, "billed before", { godan: 1 });
      const { seller, numbers } = services.settings;
      const bills = { orderIds: [id], seller, prefix: numbers.bill, words: null, issuedAt: services.now() };
      await inTransaction(db, (tx) => issueBills(tx, bills));
      await db.execute(sql`delete from sales_lines`);
      await db.execute(sql`update sales_lines_from set document_id = (select max(id) + 1 from documents)`);
      return [
        countOf(sql`
          select count(*) from sales_lines l join documents d on d.id = l.document_id where d.order_id = ${id}`),
        1,
      ];
    },
    async reports() {
      await db.execute(sql`insert into kept_reports (kind, question, asked_at) values ('searches', '{}', now())`);
      return [countOf(sql`select count(*) from kept_reports where made_at is null`), 0];
    },
    async "stock-report"() {
      return [countOf(sql`select count(*) from stock_report where book_id = 'godan'`), 1];
    },
    async wishes() {
      const reader = await addReader(db, "wishes");
      await addWish(services, reader, "kanthapura");
      const [list] = await listWishlists(db, reader);
      await chooseLetters(db, reader, list!.id, { tellsCheaper: true, tellsBack: false });
      await db.execute(sql`update books set price_paise = price_paise - 100 where id = 'kanthapura'`);
      return [countOf(sql`select count(*) from outbox where kind = 'wish-cheaper'`), 1];
    },
    async "review-letters"() {
      const readerId = await addReader(db, "asked");
      await fillCart(db, { readerId }, { godan: 1 });
      const placed = await placeOrder(services, { readerId }, { ...delivery, email: "asked@example.com" });
      if (!placed.ok) throw new Error(placed.reason);
      const { number, providerOrderId } = placed.order;
      await payAtRazorpay(testServices, providerOrderId);
      await settlePayment(services, providerOrderId, "browser");
      await recordConsent(db, readerId, "review-letters", true);
      await shipOrder(services, number, { carrier: "India Post", trackingNumber: "EE1", trackingUrl: "" });
      await deliverOrder(services, number);
      await db.execute(sql`update consents set created_at = now() - interval '60 days' where reader_id = ${readerId}`);
      await db.execute(sql`
      update order_events set created_at = now() - interval '22 days'
      where to_state = 'delivered' and order_id = (select id from orders where number = ${number})`);
      return [countOf(sql`select count(*) from outbox where kind = 'review-ask'`), 1];
    },
    async "unpaid-orders"() {
      const { number } = await orderOf(services, cartOf("unpaid"), { godan: 1 });
      await db.execute(sql`update orders set state = 'expired', network = null where number = ${number}`);
      await db.execute(
        sql`update reservations set state = 'released' where order_id = (select id from orders where number = ${number})`,
      );
      await db.execute(sql`update orders set updated_at = now() - interval '31 days' where number = ${number}`);
      return [countOf(sql`select count(*) from orders where number = ${number} and email <> ''`), 0];
    },
  };
}
