import { randomBytes } from "node:crypto";
import { readFile, rename, writeFile } from "node:fs/promises";

import pg from "pg";

/** The role the shop works with: it reads and writes rows, and can change no table, role or setting of the server. */
export const shopRole = "endpaper_shop";

const roleLock = 7_301_004;

/**
 * Makes sure that the role is there with the password of this file, and may use what the owner has made and will make in
 * the database of `ownerUrl`; returns the password. A data folder of an older Endpaper gets both at its next start.
 */
export async function ensureShopRole(ownerUrl: string, passwordFile: string): Promise<string> {
  const client = new pg.Client({ connectionString: ownerUrl, connectionTimeoutMillis: 5000 });
  client.on("error", () => {});
  await client.connect();
  try {
    await client.query("begin");
    // One process at a time: all that start at once end with the same password.
    await client.query("select pg_advisory_xact_lock($1)", [roleLock]);
    const password = await readOrMakePassword(passwordFile);
    const { rows } = await client.query<{ has_role: boolean; has_grants: boolean }>(
      `select exists (select from pg_roles where rolname = $1) as has_role,
        (select count(*) from pg_default_acl where defaclacl::text like '%' || $1 || '=%') >= 2 as has_grants`,
      [shopRole],
    );
    if (!rows[0]?.has_role) await client.query(`create role ${shopRole}`);
    const limits = "login nosuperuser nocreatedb nocreaterole noreplication nobypassrls";
    await client.query(`alter role ${shopRole} ${limits} password ${client.escapeLiteral(password)}`);
    if (!rows[0]?.has_grants) await client.query(grants);
    await client.query("commit");
    return password;
  } finally {
    await client.end().catch(() => {});
  }
}

/** A new password as it stands in a file. */
export function newPassword(): string {
  return `${randomBytes(24).toString("base64url")}\n`;
}

async function readOrMakePassword(file: string): Promise<string> {
  const known = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return "";
    throw error;
  });
  if (known.trim() !== "") return known.trim();
  const made = newPassword();
  // Written beside and renamed, so that nobody ever reads half a password.
  await writeFile(`${file}.new`, made, { mode: 0o600 });
  await rename(`${file}.new`, file);
  return made.trim();
}

const grants = `
  alter default privileges in schema public grant select, insert, update, delete on tables to ${shopRole};
  alter default privileges in schema public grant usage, select on sequences to ${shopRole};
  grant usage on schema public to ${shopRole};
  grant select, insert, update, delete on all tables in schema public to ${shopRole};
  grant usage, select on all sequences in schema public to ${shopRole}`;
