import { oneRow } from "#db/one-row.ts";
import { sql } from "#db/sql.ts";
import type { CarrierId } from "#shop/sales/carriers/carrier.ts";
import type { MessengerId } from "#shop/kernel/messengers/messenger.ts";
import type { CredentialKind, CredentialSource } from "#shop/office/credentials/credential-kinds.ts";
import type { Services } from "#shop/services.ts";
import { twoDaysSql, type TwoDays } from "./day-figures.server.ts";

/** What is known of the steps that lead to an open shop. */
export interface OpeningFacts {
  /** Names of the settings that differ from the defaults, at the desk or in the environment. */
  set: string[];
  /** Listed books, at most `maxBooks`. */
  books: number;
  /** Whether books of the demonstration are listed. */
  isDemonstration: boolean;
  hasCoverPictures: boolean;
  /** ISO timestamp of the newest backup; null without any. */
  backupAt: string | null;
  hasPaidOrder: boolean;
  /** Whether the person who looks has a passkey, and recovery codes that were not used. */
  hasPasskey: boolean;
  hasRecoveryCodes: boolean;
  /** Whether backups are lost together with the shop's data. */
  isBackupOnDataDisk: boolean;
  credentials: Record<Exclude<CredentialKind, CarrierId | MessengerId>, CredentialSource>;
  /** The services whose credentials were entered, and do not work. */
  troubled: CredentialKind[];
  /** The services without which the shop cannot open. */
  missing: CredentialKind[];
  /** Whether payments move real money. */
  isRealMoney: boolean;
  publicUrl: string;
  /** The seller as bills print it. */
  seller: string;
}

/** Beyond this number books are not counted. */
export const maxBooks = 10_000;

type FoundFacts = Pick<
  OpeningFacts,
  | "set"
  | "books"
  | "isDemonstration"
  | "hasCoverPictures"
  | "backupAt"
  | "hasPaidOrder"
  | "hasPasskey"
  | "hasRecoveryCodes"
  | "troubled"
>;

/** Reads the facts for a member of staff in one statement, in bounded time. */
export async function readOpeningFacts(services: Services, staffId: number): Promise<OpeningFacts> {
  const { rows } = await services.db.execute<{ found: FoundFacts }>(sql`select ${foundSql(staffId)} as found`);
  return withSettings(services, oneRow(rows).found);
}

/** The facts for a member of staff and the figures of two days, if `wanted`, in one statement to save a round trip. */
export async function readFactsAndFigures(
  services: Services,
  staffId: number,
  wanted: { facts: boolean; figures: boolean },
): Promise<{ facts: OpeningFacts | null; figures: TwoDays | null }> {
  if (!wanted.facts && !wanted.figures) return { facts: null, figures: null };
  const figuresSql = sql`(select row_to_json(days) from (${twoDaysSql(services.now())}) days)`;
  const { rows } = await services.db.execute<{ found: FoundFacts | null; figures: TwoDays | null }>(sql`
    select ${wanted.facts ? foundSql(staffId) : sql`null::json`} as found,
      ${wanted.figures ? figuresSql : sql`null::json`} as figures`);
  const { found, figures } = oneRow(rows);
  return { facts: found && (await withSettings(services, found)), figures };
}

const foundSql = (staffId: number) => sql`json_build_object(
      'set', coalesce((select json_agg(name) from shop_settings), '[]'),
      'books', (select count(*) from (select from books where is_listed limit ${maxBooks}) listed),
      'isDemonstration', exists (select from books where source = 'demo' and is_listed),
      'hasCoverPictures', exists (select from books where cover_image_id is not null),
      'backupAt', (select max(made_at) from made_backups),
      'hasPaidOrder', exists (select from payments where settles and status in ('captured', 'refunded')),
      'hasPasskey', exists (select from staff_passkeys where staff_id = ${staffId}),
      'hasRecoveryCodes', exists (select from staff_recovery_codes where staff_id = ${staffId} and used_at is null),
      'troubled', coalesce((select json_agg(kind) from credentials where not is_used and trouble <> ''), '[]'))`;

async function withSettings({ settings, credentials, backups }: Services, found: FoundFacts): Promise<OpeningFacts> {
  const { seller } = settings;
  return {
    ...found,
    set: [...found.set, ...Object.keys(settings.fromEnvironment)],
    credentials: {
      payments: credentials.inUse("payments").source,
      "sign-in": credentials.inUse("sign-in").source,
      mail: credentials.inUse("mail").source,
      backup: credentials.inUse("backup").source,
    },
    isBackupOnDataDisk: await backups.areOnDataDisk(),
    missing: settings.missingServices,
    isRealMoney: !settings.isTestPayments,
    publicUrl: settings.publicUrl,
    seller: [seller.legalName, ...seller.addressLines].join(", "),
  };
}
