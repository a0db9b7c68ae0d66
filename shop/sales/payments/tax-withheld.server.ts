import type { Db } from "#db/connect.ts";
import { sql } from "#db/sql.ts";

/** Income tax that a buyer kept back from a transfer, whose certificate has not come. */
export interface TaxWithheld {
  id: string;
  order: string;
  /** The business, or the contact. */
  buyer: string;
  /** ISO day of the transfer. */
  paidOn: string;
  utr: string;
  tdsPaise: number;
}

/** The most transfers in the list. */
const maxListed = 300;

/** Lists the tax withheld by buyers without a certificate (Form 16A), the oldest first. */
export async function listTaxWithheld(db: Db): Promise<TaxWithheld[]> {
  const { rows } = await db.execute<TaxWithheld>(sql`
    select t.id::text as id, o.number as "order", coalesce(nullif(o.business ->> 'name', ''), o.name) as buyer, t.paid_on::text as paid_on,
      t.utr, t.tds_paise::float8 as tds_paise
    from bank_transfers t join orders o on o.id = t.order_id
    where t.tds_paise > 0 and t.tds_certificate is null order by t.paid_on, t.id limit ${maxListed}`);
  return rows;
}

/** Notes the number of the certificate for tax withheld; returns the order's number, null if it has one or there is no such tax. */
export async function noteCertificate(tx: Db, id: string, certificate: string): Promise<string | null> {
  const { rows } = await tx.execute<{ number: string }>(sql`
    update bank_transfers t set tds_certificate = ${certificate} from orders o
    where t.id = ${id}::bigint and o.id = t.order_id and t.tds_paise > 0 and t.tds_certificate is null returning o.number`);
  return rows[0]?.number ?? null;
}
