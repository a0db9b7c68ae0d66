import type { Db } from "#db/connect.ts";
import { sql } from "#db/sql.ts";
import { recorded, type Entry } from "#shop/kernel/audit-log/record.server.ts";
import { changedFields } from "#shop/kernel/audit-log/changed-fields.ts";
import type { DbAndClock } from "#shop/services.ts";
import { counted } from "#shop/kernel/text/counted.ts";
import { holdWindow, readWindow, saveWindow, toWindow } from "./home-window.server.ts";
import type { ShopWindow } from "./shop-window.ts";

/** A window that is being prepared, as somebody saved it. */
export interface WindowDraft {
  name: string;
  content: ShopWindow;
  /** The ISO moment at which the shop publishes it; null when that is not planned. */
  dueAt: string | null;
}

/** A window among the others. */
export interface ListedWindow {
  id: number;
  name: string;
  dueAt: string | null;
  publishedAt: string | null;
  changedBy: string;
  changedAt: string;
}

/** So many windows may be prepared at a time. */
export const maxDrafts = 50;
const historyShown = 20;

/** Those that are prepared, the next one due first, and the newest of those that were published. */
export async function listWindows(db: Db): Promise<{ drafts: ListedWindow[]; published: ListedWindow[] }> {
  const { rows } = await db.execute<ListedWindow>(sql`
    select id::int as id, name, due_at::text as due_at, published_at::text as published_at, changed_by,
      changed_at::text as changed_at
    from ((select * from windows where published_at is null order by due_at, id limit ${maxDrafts}) union all
      (select * from windows where published_at is not null order by published_at desc, id desc limit ${historyShown})) shown
    order by shown.published_at desc, shown.due_at, shown.id`);
  return {
    drafts: rows.filter(({ publishedAt }) => publishedAt === null),
    published: rows.filter(({ publishedAt }) => publishedAt !== null),
  };
}

/** A window that was published, as it was saved; null when there is none of this number. */
export async function findPublished(db: Db, id: number): Promise<WindowDraft | null> {
  const { rows } = await db.execute<Omit<WindowDraft, "dueAt">>(sql`
    select name, content from windows where id = ${id} and published_at is not null`);
  return rows[0] ? { name: rows[0].name, content: toWindow(rows[0].content), dueAt: null } : null;
}

/** A window that is not published yet; held against other changes when `isHeld`. */
export async function findDraft(db: Db, id: number, { isHeld = false } = {}): Promise<WindowDraft | null> {
  if (isHeld) await holdWindow(db);
  const { rows } = await db.execute<WindowDraft>(sql`
    select name, content, due_at::text as due_at from windows where id = ${id} and published_at is null`);
  const row = rows[0];
  return row ? { ...row, dueAt: iso(row.dueAt), content: toWindow(row.content) } : null;
}

/** Keeps a draft under this number, or a new one, and says its number; null when there are too many. */
export async function saveDraft(
  tx: Db,
  id: number | null,
  { name, content, dueAt }: WindowDraft,
  { by, at }: { by: string; at: Date },
): Promise<number | null> {
  await holdWindow(tx);
  const who = sql`${by}, ${at.toISOString()}::timestamptz`;
  const { rows: others } = await tx.execute<{ count: number }>(sql`
    select count(*)::int as count from windows where published_at is null and id is distinct from ${id}::bigint`);
  if (others[0]!.count >= maxDrafts) return null;
  const { rows } = await tx.execute<{ id: number }>(sql`
    insert into windows (id, name, content, due_at, changed_by, changed_at) overriding system value
    values (coalesce(${id}::bigint, nextval(pg_get_serial_sequence('windows', 'id'))), ${name},
      ${JSON.stringify(content)}::jsonb, ${dueAt}::timestamptz, ${who})
    on conflict (id) do update set name = excluded.name, content = excluded.content, due_at = excluded.due_at,
      changed_by = excluded.changed_by, changed_at = excluded.changed_at
    where windows.published_at is null returning id::int as id`);
  return rows[0]?.id ?? null;
}

/** Removes a draft; false when there is none of this number. */
export async function removeDraft(tx: Db, id: number): Promise<boolean> {
  const { rowCount } = await tx.execute(sql`delete from windows where id = ${id} and published_at is null`);
  return rowCount > 0;
}

/** The name of the window that is due at this moment already, beside this one; null when there is none. */
export async function findDueAt(db: Db, dueAt: string, besides: number): Promise<string | null> {
  const { rows } = await db.execute<{ name: string }>(sql`
    select name from windows where published_at is null and due_at = ${dueAt}::timestamptz and id <> ${besides}`);
  return rows[0]?.name ?? null;
}

/** What came of publishing a window. */
export interface Published {
  name: string;
  /** Who planned it, when the shop published it by itself. */
  plannedBy: string;
  /** What of it could not be shown, in words; null when all of it is. */
  missing: string | null;
  entry: Pick<Entry, "subject" | "before" | "after">;
}

/**
 * Puts a draft into the window, with `tx` as the transaction; null when there is no such draft. What stood there is kept as a
 * window of its own, when it was no published one, so that there is a way back to it.
 */
export async function publishWindow(
  tx: Db,
  id: number,
  { by, at }: { by: string | null; at: Date },
): Promise<Published | null> {
  const before = await readWindow(tx, { isHeld: true });
  const draft = await findDraft(tx, id, { isHeld: true });
  if (!draft) return null;
  await keepStanding(tx, before, draft.name, at);
  await saveWindow(tx, draft.content);
  const after = await readWindow(tx);
  const { rows } = await tx.execute<{ changedBy: string }>(sql`
    update windows set published_at = ${at.toISOString()}::timestamptz, changed_by = coalesce(${by}, changed_by)
    where id = ${id} returning changed_by`);
  const change = changedFields(before, after);
  return {
    name: draft.name,
    plannedBy: rows[0]!.changedBy,
    missing: whatIsMissing(draft.content, after),
    entry: {
      subject: "home",
      before: change?.before ?? undefined,
      after: change?.after ?? undefined,
    },
  };
}

/** Publishes what is due, the earliest first, and says so in the record as the shop's own doing. May run twice. */
export async function publishDueWindows(services: DbAndClock): Promise<void> {
  const at = services.now();
  let published: Published | null;
  do {
    published = await recorded(
      services,
      { actor: "shop" },
      async ({ db }) => {
        await holdWindow(db);
        const { rows } = await db.execute<{ id: number }>(sql`
          select id::int as id from windows where published_at is null and due_at <= ${at.toISOString()}::timestamptz
          order by due_at limit 1`);
        return rows[0] ? publishWindow(db, rows[0].id, { by: null, at }) : null;
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

/** Other ways lead to home too, such as the Offers page or an undo: what came by them is kept before it goes. */
async function keepStanding(tx: Db, standing: ShopWindow, next: string, at: Date): Promise<void> {
  const name = [...("Before " + next)].slice(0, 60).join("");
  const earlier = new Date(at.getTime() - 1).toISOString();
  await tx.execute(sql`
    insert into windows (name, content, published_at, changed_by, changed_at)
    select ${name}, ${JSON.stringify(standing)}::jsonb, ${earlier}::timestamptz, 'the shop', ${earlier}::timestamptz
    where ${JSON.stringify(standing)}::jsonb is distinct from
      (select content from windows where published_at is not null order by published_at desc, id desc limit 1)`);
}

function whatIsMissing(wanted: ShopWindow, shown: ShopWindow): string | null {
  const lost = (part: "featured" | "recommended" | "codes" | "testimonials") =>
    wanted[part].filter((one) => !shown[part].includes(one)).length;
  const parts = [
    [lost("featured") + lost("recommended"), "book"],
    [lost("codes"), "code"],
    [lost("testimonials"), "testimonial"],
  ] as const;
  const words = parts.flatMap(([count, what]) => (count > 0 ? [counted(count, what)] : []));
  return words.length > 0 ? `Left out, as the shop does not have it any more: ${words.join(", ")}.` : null;
}

/** As JavaScript writes a moment, so that the same one is the same text. */
function iso(found: string | null): string | null {
  return found === null ? null : new Date(found).toISOString();
}
