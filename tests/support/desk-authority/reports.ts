/** Expected answers of payouts and reports at the desk, for the authorization tests. */
import { sql } from "#db/sql.ts";
import type { Role } from "#shop/people/staff/roles.ts";
import type { TestDesk } from "#tests/support/desk/desk.ts";
import { isoDay } from "#shop/kernel/dates/dates.ts";
import { openTerms, orderOnDelivery } from "#tests/support/sales/order-on-delivery.ts";
import { setStock } from "#tests/support/sales/sale.ts";
import type { AuthorityCase } from "./authority-case.ts";

const ofAccountants = { may: ["owner", "accountant"], done: 303, old: 303, never: 303, signedOut: 303 } as const;

let differences = 0;
/** Adds a difference of a payout; returns the fields that identify it in a form. */
async function difference({ db }: TestDesk, isClosed: boolean): Promise<Record<string, string>> {
  const entity = `pay_Difference${(differences += 1)}`;
  await db.execute(sql`
    insert into payout_differences (kind, entity_id, found_paise, found_at, closed_at)
    values ('unknown-payment', ${entity}, 100, now(), case when ${isClosed} then now() end)`);
  return { kind: "unknown-payment", entity, why: "A payment link" };
}

let transfers = 0;
/** The form of a transfer for an order that was delivered and is to be paid by its carrier. */
async function remittance({ services, db }: TestDesk): Promise<Record<string, string>> {
  transfers += 1;
  await setStock(db, "godan", 500);
  services.settings.onDelivery = openTerms;
  const parcel = await orderOnDelivery(services, `transfer${transfers}`, { godan: 1 }, "delivered");
  const { rows } = await db.execute<{ paise: string }>(
    sql`select total_paise as paise from orders where number = ${parcel}`,
  );
  const utr = `UTR${transfers.toString().padStart(9, "0")}`;
  const amount = (Number(rows[0]!.paise) / 100).toFixed(2);
  return { carrier: "Delhivery", utr, day: isoDay(new Date()), amount, deducted: "", text: "", parcel };
}

/** The expected answers of each action on payouts. */
export const reportsLines: Record<string, AuthorityCase> = {
  "payouts.close": { ...ofAccountants, form: (_, desk) => difference(desk, false) },
  "payouts.reopen": { ...ofAccountants, form: (_, desk) => difference(desk, true) },
  "remittances.preview": { ...ofAccountants, done: 200, old: 200, form: (_, desk) => remittance(desk) },
  "remittances.record": { ...ofAccountants, old: 403, form: (_, desk) => remittance(desk) },
  "remittances.accept": {
    ...ofAccountants,
    old: 403,
    form: async (_, desk) => {
      const { parcel = "" } = await remittance(desk);
      const { rows } = await desk.db.execute<{ id: string }>(sql`
        with made as (
          insert into remittances (carrier, utr, paid_on, amount_paise, recorded_at)
          values ('Delhivery', ${`UTR8${(transfers += 1).toString().padStart(8, "0")}`}, current_date, 100, now()) returning id)
        insert into remittance_lines (remittance_id, position, tracking_number, order_number, amount_paise, outcome)
        select id, 0, '', ${parcel}, 100, 'short' from made returning remittance_id as id`);
      return { remittance: rows[0]!.id, line: "0" };
    },
  },
  "remittances.close": {
    ...ofAccountants,
    form: async (_, { db }) => {
      const { rows } = await db.execute<{ id: string }>(sql`
        with made as (
          insert into remittances (carrier, utr, paid_on, amount_paise, recorded_at)
          values ('DTDC', ${`UTR9${(transfers += 1).toString().padStart(8, "0")}`}, current_date, 100, now()) returning id)
        insert into remittance_lines (remittance_id, position, tracking_number, amount_paise, outcome)
        select id, 0, 'X', 100, 'unknown' from made returning remittance_id as id`);
      return { remittance: rows[0]!.id, line: "0", why: "Asked the carrier" };
    },
  },
};

const ofReaders: readonly Role[] = ["owner", "bookseller", "accountant"];

/** The roles that see each page. */
export const reportsPages: Record<string, readonly Role[]> = {
  "/reports/sales": ofReaders,
  "/reports/sales/table.csv": ofReaders,
  "/reports/sales/lines": ofReaders,
  "/reports/returns": ofReaders,
  "/reports/returns/list.csv": ofReaders,
  "/reports/searches": ofReaders,
  "/reports/searches/table.csv": ofReaders,
  "/reports/stock": ofReaders,
  "/reports/stock/slow.csv": ofReaders,
  "/reports/gst": ofReaders,
  "/reports/gst/papers.csv": ofReaders,
  "/reports/gst/names": ofReaders,
  "/reports/gst/names.csv": ofReaders,
  "/reports/gst/return": ofReaders,
  "/reports/gst/return/:file": ofReaders,
  "/remittances": ["owner", "accountant"],
  "/payouts": ["owner", "accountant"],
  "/payouts/:payout": ["owner", "accountant"],
  "/payouts/:payout/lines.csv": ["owner", "accountant"],
};

/** Adds a payout and makes a tax return possible; returns the parameters of their pages. */
export async function knownReports({ db, services }: TestDesk): Promise<{ payout: string; file: string }> {
  await db.execute(sql`insert into settlements (id, settled_at) values ('setl_Known', now()) on conflict do nothing`);
  services.settings.seller.gstin = "29AABCE1234F1Z1"; // A shop without a GSTIN has no such file.
  return { payout: "setl_Known", file: "gstr1.json" };
}
