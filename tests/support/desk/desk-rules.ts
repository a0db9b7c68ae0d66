/** Rows of the desk's tables, and the values that their constraints must reject, for the test of every constraint. */
import { sql, type SQL } from "#db/sql.ts";
import { fillOrderDesk, onceAtOrderDesk, refusedAtOrderDesk } from "./order-desk-rules.ts";

import { fillStockRoom, onceInStockRoom, refusedInStockRoom } from "./stock-room-rules.ts";

/** Statements that insert one row into each table of the desk, with this name. */
export function fillDesk(name: string): SQL[] {
  const staff = sql`(select id from staff where name = ${name})`;
  const hash = sql`sha256(${name}::bytea)`;
  return [
    sql`insert into staff (issuer, sub, name, address, role, joined_at)
      values ('https://google.test', ${name}, ${name}, ${`${name}@example.com`}, 'packer', now())`,
    sql`insert into staff_invitations (secret_hash, address, role, created_at, expires_at)
      values (${hash}, ${`${name}@example.com`}, 'packer', now(), now() + interval '1 hour')`,
    sql`insert into staff_sign_ins (state_hash, browser_hash, nonce, code_verifier, next_path, created_at)
      values (${hash}, ${hash}, 'n', 'c', '/', now())`,
    sql`insert into staff_recovery_codes (code_hash, staff_id, created_at) values (${hash}, ${staff}, now())`,
    sql`insert into staff_sessions (id, token_hash, staff_id, device, created_at, seen_at)
      values (${name.padEnd(16, "-")}, ${hash}, ${staff}, 'Chrome', now(), now())`,
    sql`insert into book_selections (staff_id, book_ids, unknown, created_at) values (${staff}, '{}', '{}', now())`,
    sql`insert into staff_passkeys (id, staff_id, public_key, counter, transports, name, created_at)
      values (${name}, ${staff}, '\\x00', 0, '{}', 'A key', now())`,
    sql`insert into desk_record (at, actor, actor_name, action, words, subject, why)
      values (now(), 'shop', '', 'desk.fill', ${name}, '', '')`,
    sql`insert into record_changes (entry, kind, key, before, after)
      select number, 'copies', ${name}, '{}', null from desk_record where words = ${name}`,
    sql`with later as (
        insert into desk_record (at, actor, actor_name, action, words, subject, why)
        values (now(), 'shop', '', 'desk.fill', 'later', '', '') returning number)
      insert into record_undos (entry, undone_by)
      select r.number, later.number from desk_record r, later where r.words = ${name}`,
    sql`insert into settlements (id, settled_at) values (${`setl_${name}`}, now())`,
    sql`insert into settlement_lines (settlement_id, entity_id, kind, currency, amount_paise, credit_paise, debit_paise,
        fee_paise, tax_paise)
      values (${`setl_${name}`}, ${`pay_${name}`}, 'payment', 'INR', 100, 98, 0, 2, 0)`,
    sql`insert into offer_days (kind, source, day, label, orders, discount_paise, takings_paise)
      values ('promotion', ${name}, '2026-11-22', 'O', 1, 100, 200)`,
    sql`insert into settlement_days (day, read_at, unreadable)
      values (${name === "first" ? "2026-11-21" : "2026-11-22"}, now(), 0)`,
    sql`insert into payout_differences (kind, entity_id, found_at) values ('amount', ${`pay_${name}`}, now())`,
    ...fillOrderDesk(name),
    ...fillStockRoom(name),
    sql`insert into searches_seen (seen_on) values ('2026-11-22') on conflict do nothing`,
    sql`insert into home_window (sections, left_out, lists) values ('{}', '{}', '{}') on conflict do nothing`,
    sql`insert into windows (name, content, due_at, changed_by, changed_at)
      values (${name}, '{}', now() + ${name === "first" ? "1 hour" : "2 hours"}::interval, 'A', now())`,
    sql`insert into shop_settings (name, value, changed_at) values (${`X_${name.toUpperCase()}`}, 'x', now())`,
    sql`insert into pages (id, title, lead, text, place, position, is_shown, changed_at)
      values (${name}, 'T', '', '', 'none', 0, true, now())`,
    sql`insert into look_pictures (name, bytes, made_at)
      values (${`${name === "first" ? "0" : "1"}123456789abcdef-64x64.png`}, 'x', now())`,
    sql`insert into credentials (kind, is_used, sealed, changed_at)
      values (${name === "first" ? "payments" : "mail"}, true, ${Buffer.alloc(40)}, now())`,
  ];
}

/** For each table and check constraint, an assignment that the constraint must reject. */
export const refusedAtDesk: Record<string, Record<string, string>> = {
  ...refusedInStockRoom,
  book_requests: { answer_check: "answer = repeat('x', 5001)" },
  credentials: { kind_check: "kind = 'bank'", sealed_check: "sealed = ''" },
  look_pictures: { name_check: "name = '../../x.png'", bytes_check: "bytes = ''" },
  contact_messages: { answer_check: "answer = repeat('x', 5001)" },
  newsletter_issues: { written_check: "written_at = now()" },
  searches_seen: { only_one_check: "only_one = false" },
  staff_recovery_codes: {
    code_hash_check: "code_hash = '\\x00'",
    check: "used_at = created_at - interval '1 s'",
  },
  staff: {
    address_check: "address = 'a b'",
    name_check: "name = E'A\\nB'",
    role_check: "role = 'king'",
    sub_check: "sub = ''",
  },
  staff_invitations: {
    address_check: "address = 'a b'",
    expires_at_check: "expires_at = created_at",
    only_owners_without_address: "address = null",
    role_check: "role = 'king'",
    secret_hash_check: "secret_hash = 'short'",
    used_check: "used_at = now()",
  },
  home_window: {
    id_check: "id = false",
    welcome_line_check: "welcome_line = ' '",
    welcome_title_check: "welcome_title = ' '",
  },
  record_changes: { changed: "before = after" },
  offer_days: { kind_check: "kind = 'songs'" },
  payout_differences: { kind_check: "kind = 'odd'" },
  settlement_days: { unreadable_check: "unreadable = -1" },
  settlement_lines: { money_check: "debit_paise = -1" },
  record_undos: { later: "undone_by = entry" },
  ...refusedAtOrderDesk,
  pages: {
    id_check: "id = 'A page'",
    title_check: "title = ' '",
    lead_check: "lead = repeat('x', 601)",
    text_check: "text = repeat('x', 40001)",
    place_check: "place = 'top'",
    position_check: "position = -1",
  },
  shop_settings: { name_check: "name = 'a name'", value_check: "value = ''" },
  windows: { changed_by_check: "changed_by = ''", content_check: "content = '[]'", name_check: "name = ' '" },
  staff_passkeys: { counter_check: "counter = -1", id_check: "id = ''", name_check: "name = ''" },
  staff_sessions: {
    challenge_check: "challenge = 'x'",
    device_check: "device = repeat('x', 61)",
    id_check: "id = 'short'",
    token_hash_check: "token_hash = 'short'",
  },
  staff_sign_ins: {
    browser_hash_check: "browser_hash = 'short'",
    next_path_check: "next_path = 'https://elsewhere.example'",
    state_hash_check: "state_hash = 'short'",
  },
};

/** The unique constraints of these tables, with their columns. */
export const onceAtDesk: Record<string, [table: string, columns: string, written?: string]> = {
  ...onceAtOrderDesk,
  ...onceInStockRoom,
  staff_invitations_one_open: ["staff_invitations", "address"],
  staff_invitations_secret_hash_key: ["staff_invitations", "secret_hash"],
  staff_issuer_sub_key: ["staff", "issuer, sub"],
  staff_sessions_token_hash_key: ["staff_sessions", "token_hash"],
  windows_due_once: ["windows", "due_at"],
};

const line = (columns: Record<string, string>) => {
  const all = {
    at: "now()",
    actor: "'shop'",
    actor_name: "''",
    action: "'desk.fill'",
    words: "'x'",
    subject: "''",
    why: "''",
  };
  const given = Object.entries({ ...all, ...columns });
  return `insert into desk_record (${given.map(([name]) => name).join(", ")}) values (${given.map(([, value]) => value).join(", ")})`;
};

/** Rows of the audit log are immutable, so its constraints are tested by inserts. */
export const newLinesOfRecord: Record<string, string> = {
  desk_record_action_check: line({ action: "'No action'" }),
  desk_record_actor_check: line({ actor: "'nobody'" }),
  desk_record_staff_check: line({ actor: "'staff'" }),
  desk_record_subject_check: line({ subject: "repeat('x', 201)" }),
  desk_record_why_check: line({ why: "repeat('x', 1001)" }),
  desk_record_words_check: line({ words: "''" }),
};
