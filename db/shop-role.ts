import { randomBytes } from "node:crypto";
import { readFile, rename, writeFile } from "node:fs/promises";

import pg from "pg";

/**
 * The role of the running shop: it can read and write rows, but cannot change tables, roles or settings of the server.
 */
export const shopRole = "endpaper_shop";

const roleLock = 7_301_004;

/**
 * Creates the role if needed, sets its password from the file (which is also created if needed), and grants the role
 * rights on existing and future tables of the owner. Returns the password. A data folder of an older Endpaper gets the
 * role at its next start.
 */
export async function ensureShopRole(ownerUrl: string, passwordFile: string): Promise<string> {
  const client = new pg.Client({ connectionString: ownerUrl, connectionTimeoutMillis: 5000 });
  client.on("error", () => {});
  await client.connect();
  try {
    await client.query("begin");
    // The lock ensures that processes that start at the same time use the same password.
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

/** Creates a password, followed by a line feed as at the end of a file. */
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
  // Written to a temporary file and renamed, so that no process reads an incomplete password.
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
