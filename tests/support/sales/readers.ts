import { sql } from "#db/sql.ts";

import type { Db } from "#db/connect.ts";
import { beginSession, type NewSession } from "#shop/people/readers/sessions.server.ts";

/** Inserts a reader who has signed in once; returns the id. */
export async function addReader(db: Db, name: string, email = `${name}@example.com`): Promise<number> {
  const { rows } = await db.execute<{ id: string }>(sql`
    insert into readers (issuer, sub, name, email) values ('https://google.test', ${name}, ${name}, ${email}) returning id`);
  return Number(rows[0]!.id);
}

/** Inserts a reader with a session, as the sign-in does; `token` is the value of the session cookie. */
export async function signInReader(db: Db, name: string, now = new Date()): Promise<NewSession> {
  const id = await addReader(db, name);
  const reader = { id, name, email: `${name}@example.com`, phone: null, pictureUrl: null };
  return beginSession(db, reader, "Chrome on Linux", now);
}
