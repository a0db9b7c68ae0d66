/** Expected answers of payouts and reports at the desk, for the authorization tests. */
import { sql } from "#db/sql.ts";
import type { Role } from "#shop/people/staff/roles.ts";
import type { TestDesk } from "#tests/support/desk/desk.ts";
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

/** The expected answers of each action on payouts. */
export const reportsLines: Record<string, AuthorityCase> = {
  "payouts.close": { ...ofAccountants, form: (_, desk) => difference(desk, false) },
  "payouts.reopen": { ...ofAccountants, form: (_, desk) => difference(desk, true) },
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
