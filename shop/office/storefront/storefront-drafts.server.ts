/** Drafts, schedules and publishes the windows of the home page, and keeps the history of published ones. */
import { oneRow } from "#db/one-row.ts";
import type { Db } from "#db/connect.ts";
import { sql } from "#db/sql.ts";
import { recorded, type Entry } from "#shop/kernel/audit-log/write-audit-log.server.ts";
import { changedFields } from "#shop/kernel/audit-log/changed-fields.ts";
import type { DbAndClock } from "#shop/services.ts";
import { formatCount } from "#shop/kernel/text/format-count.ts";
import { lockStorefront, readStorefront, saveStorefront, toStorefront } from "./published-storefront.server.ts";
import type { Storefront } from "./storefront.ts";

/** A draft of a window, as last saved. */
export interface StorefrontDraft {
  name: string;
  content: Storefront;
  /** ISO time at which the shop publishes it; null if not scheduled. */
  dueAt: string | null;
}

/** A window in the list. */
export interface ListedStorefront {
  id: number;
  name: string;
  dueAt: string | null;
  publishedAt: string | null;
  changedBy: string;
  changedAt: string;
}

/** The maximum number of drafts. */
export const maxDrafts = 50;
const historyShown = 20;

/** The drafts, the next scheduled one first, and the last published windows, newest first, with the newest's content. */
export async function listStorefronts(
  db: Db,
): Promise<{ drafts: ListedStorefront[]; published: ListedStorefront[]; newest: Storefront | null }> {
  const { rows: all } = await db.execute<ListedStorefront & { content: Storefront }>(sql`
    select id::int as id, name, due_at::text as due_at, published_at::text as published_at, changed_by,
      changed_at::text as changed_at, content
    from ((select * from windows where published_at is null order by due_at, id limit ${maxDrafts}) union all
      (select * from windows where published_at is not null order by published_at desc, id desc limit ${historyShown})) shown
    order by shown.published_at desc, shown.due_at, shown.id`);
  const rows = all.map(({ content: _, ...listed }) => listed);
  const newest = all.find(({ publishedAt }) => publishedAt !== null);
  return {
    drafts: rows.filter(({ publishedAt }) => publishedAt === null),
    published: rows.filter(({ publishedAt }) => publishedAt !== null),
    newest: newest ? toStorefront(newest.content) : null,
  };
}

/** Finds a published window by its number, or null. */
export async function findPublished(db: Db, id: number): Promise<StorefrontDraft | null> {
  const { rows } = await db.execute<Omit<StorefrontDraft, "dueAt">>(sql`
    select name, content from windows where id = ${id} and published_at is not null`);
  return rows[0] ? { name: rows[0].name, content: toStorefront(rows[0].content), dueAt: null } : null;
}

/** Finds a draft, or null; `forUpdate` locks the window until the transaction ends. */
export async function findDraft(db: Db, id: number, { forUpdate = false } = {}): Promise<StorefrontDraft | null> {
  if (forUpdate) await lockStorefront(db);
  const { rows } = await db.execute<StorefrontDraft>(sql`
    select name, content, due_at::text as due_at from windows where id = ${id} and published_at is null`);
  const row = rows[0];
  return row ? { ...row, dueAt: iso(row.dueAt), content: toStorefront(row.content) } : null;
}

/** Saves a draft under this number, or as a new one, and returns its number; null if there are too many drafts. */
export async function saveDraft(
  tx: Db,
  id: number | null,
  { name, content, dueAt }: StorefrontDraft,
  { by, at }: { by: string; at: Date },
): Promise<number | null> {
  await lockStorefront(tx);
  const who = sql`${by}, ${at.toISOString()}::timestamptz`;
  const { rows: others } = await tx.execute<{ count: number }>(sql`
    select count(*)::int as count from windows where published_at is null and id is distinct from ${id}::bigint`);
  if (oneRow(others).count >= maxDrafts) return null;
  const { rows } = await tx.execute<{ id: number }>(sql`
    insert into windows (id, name, content, due_at, changed_by, changed_at) overriding system value
    values (coalesce(${id}::bigint, nextval(pg_get_serial_sequence('windows', 'id'))), ${name},
      ${JSON.stringify(content)}::jsonb, ${dueAt}::timestamptz, ${who})
    on conflict (id) do update set name = excluded.name, content = excluded.content, due_at = excluded.due_at,
      changed_by = excluded.changed_by, changed_at = excluded.changed_at
    where windows.published_at is null returning id::int as id`);
  return rows[0]?.id ?? null;
}

/** Deletes a draft; false if it does not exist. */
export async function removeDraft(tx: Db, id: number): Promise<boolean> {
  const { rowCount } = await tx.execute(sql`delete from windows where id = ${id} and published_at is null`);
  return rowCount > 0;
}

/** The name of another draft that is scheduled for this time, or null. */
export async function findDueAt(db: Db, dueAt: string, besides: number): Promise<string | null> {
  const { rows } = await db.execute<{ name: string }>(sql`
    select name from windows where published_at is null and due_at = ${dueAt}::timestamptz and id <> ${besides}`);
  return rows[0]?.name ?? null;
}

/** Result of publishing a window. */
export interface Published {
  name: string;
  /** Name of the person who scheduled it, if the shop published it. */
  plannedBy: string;
  /** Description of the parts that could not be shown; null if all are shown. */
  missing: string | null;
  entry: Pick<Entry, "subject" | "before" | "after">;
}

/**
 * Publishes a draft on the home page, in the transaction `tx`; null if the draft does not exist. If the present home
 * page is not a published draft, saves it as one first, so that it can be restored.
 */
export async function publishStorefront(
  tx: Db,
  id: number,
  { by, at }: { by: string | null; at: Date },
): Promise<Published | null> {
  const before = await readStorefront(tx, { forUpdate: true });
  const draft = await findDraft(tx, id, { forUpdate: true });
  if (!draft) return null;
  await savePresentWindow(tx, before, draft.name, at);
  await saveStorefront(tx, draft.content);
  const after = await readStorefront(tx);
  const { rows } = await tx.execute<{ changedBy: string }>(sql`
    update windows set published_at = ${at.toISOString()}::timestamptz, changed_by = coalesce(${by}, changed_by)
    where id = ${id} returning changed_by`);
  const change = changedFields(before, after);
  return {
    name: draft.name,
    plannedBy: oneRow(rows).changedBy,
    missing: whatIsMissing(draft.content, after),
    entry: {
      subject: "home",
      before: change?.before ?? undefined,
      after: change?.after ?? undefined,
    },
  };
}

/** Publishes all due windows, the earliest first, with an audit log entry of the shop. Safe to run concurrently. */
export async function publishDueStorefronts(services: DbAndClock): Promise<void> {
  const at = services.now();
  let published: Published | null;
  do {
    published = await recorded(
      services,
      { actor: "shop" },
      async ({ db }) => {
        await lockStorefront(db);
        const { rows } = await db.execute<{ id: number }>(sql`
          select id::int as id from windows where published_at is null and due_at <= ${at.toISOString()}::timestamptz
          order by due_at limit 1`);
        return rows[0] ? publishStorefront(db, rows[0].id, { by: null, at }) : null;
      },
      (done) =>
        done && {
          action: "window.publish",
          words: `Published the window “${done.name}”, as ${done.plannedBy} had planned.${done.missing ? ` ${done.missing}` : ""}`,
          ...done.entry,
        },
      { isUndoable: true },
    );
  } while (published);
}

/**
 * Saves the present home page as a published window, if something other than a publication, such as the Offers page or
 * an undo, has changed it. Windows of older versions of the shop have no words at the top, which is as good as null.
 */
async function savePresentWindow(tx: Db, present: Storefront, next: string, at: Date): Promise<void> {
  const name = [...("Before " + next)].slice(0, 60).join("");
  const earlier = new Date(at.getTime() - 1).toISOString();
  await tx.execute(sql`
    insert into windows (name, content, published_at, changed_by, changed_at)
    select ${name}, ${JSON.stringify(present)}::jsonb, ${earlier}::timestamptz, 'the shop', ${earlier}::timestamptz
    where jsonb_strip_nulls(${JSON.stringify(present)}::jsonb) is distinct from
      (select jsonb_strip_nulls(content) from windows where published_at is not null order by published_at desc, id desc limit 1)`);
}

function whatIsMissing(wanted: Storefront, shown: Storefront): string | null {
  const lost = (part: "featured" | "recommended" | "codes" | "testimonials") =>
    wanted[part].filter((one) => !shown[part].includes(one)).length;
  const parts = [
    [lost("featured") + lost("recommended"), "book"],
    [lost("codes"), "code"],
    [lost("testimonials"), "testimonial"],
  ] as const;
  const words = parts.flatMap(([count, what]) => (count > 0 ? [formatCount(count, what)] : []));
  return words.length > 0 ? `Left out, because the shop no longer has it: ${words.join(", ")}.` : null;
}

/** A time in JavaScript's ISO format, so that equal times are equal texts. */
function iso(found: string | null): string | null {
  return found === null ? null : new Date(found).toISOString();
}
