import { sql } from "#db/sql.ts";

import type { Db } from "#db/connect.ts";
import type { DocumentContent, DocumentKind } from "./document.ts";
import { numberInAddress, documentName } from "./document-name.ts";

/** A bill or credit note as issued. */
export interface IssuedDocument {
  id: number;
  orderId: number;
  /** Null on a bill. */
  refundId: number | null;
  kind: DocumentKind;
  number: string;
  /** ISO moment. */
  issuedAt: string;
  content: DocumentContent;
}

interface DocumentRow {
  id: string;
  orderId: string;
  refundId: string | null;
  kind: DocumentKind;
  number: string;
  issuedAt: string;
  content: DocumentContent;
}

/** The documents of an order, oldest first: its bill, then its credit notes. */
export async function listDocuments(db: Db, orderId: number): Promise<IssuedDocument[]> {
  const { rows } = await db.execute<DocumentRow>(sql`
    select id, order_id, refund_id, kind, number, issued_at, content from documents
    where order_id = ${orderId} order by id`);
  return rows.map(readRow);
}

/** Finds a document of any order by its number, with dashes for slashes; null if there is none. */
export async function findDocumentByNumber(db: Db, name: string): Promise<IssuedDocument | null> {
  const [, series, sequence] = /^([\w-]{1,15})-(\d{1,10})$/.exec(name) ?? [];
  if (series === undefined || sequence === undefined) return null;
  const number = `${series.replace(/^([A-Z0-9]{1,3})-(\d\d-\d\d)$/, "$1/$2")}/${sequence}`;
  const { rows } = await db.execute<DocumentRow>(sql`
    select id, order_id, refund_id, kind, number, issued_at, content from documents
    where number = ${number}`);
  return rows[0] ? readRow(rows[0]) : null;
}

/** Finds a document of this order by its number, with dashes for slashes, or by its name; null if there is none. */
export async function findDocument(db: Db, orderId: number, name: string): Promise<IssuedDocument | null> {
  const documents = await listDocuments(db, orderId);
  return (
    documents.find((issued) => [numberInAddress(issued.number), documentName(issued.refundId)].includes(name)) ?? null
  );
}

function readRow(row: DocumentRow): IssuedDocument {
  return {
    id: Number(row.id),
    orderId: Number(row.orderId),
    refundId: row.refundId === null ? null : Number(row.refundId),
    kind: row.kind,
    number: row.number,
    issuedAt: new Date(row.issuedAt).toISOString(),
    content: row.content,
  };
}
