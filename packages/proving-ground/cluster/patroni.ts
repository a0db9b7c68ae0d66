import { sendRequest } from "#proving-ground/load/send-request.ts";

/** A PostgreSQL server of the cluster, as Patroni reports it. */
export interface Member {
  name: string;
  role: string;
  state: string;
  /** Replication lag in bytes; null for the primary, or if the lag is unknown. */
  lag: number | null;
}

/** Reads the members from the first Patroni that responds; empty if none does. `apis` are the ports of the Patronis. */
export async function readMembers(apis: readonly number[]): Promise<Member[]> {
  for (const api of apis) {
    try {
      const { text } = await sendRequest(`http://127.0.0.1:${api}/cluster`, {}, undefined, AbortSignal.timeout(1_000));
      const told = JSON.parse(text) as { members: (Omit<Member, "lag"> & { lag?: number | string })[] };
      return told.members.map(({ name, role, state, lag }) => ({
        name,
        role,
        state,
        lag: typeof lag === "number" ? lag : null,
      }));
    } catch {
      // Try the next one.
    }
  }
  return [];
}

/**
 * Changes the configuration of the whole cluster. `api` is the port of any Patroni, `password` that of its user
 * `patroni`.
 */
export async function patchPatroniConfig(
  api: number,
  password: string,
  change: Record<string, unknown>,
): Promise<void> {
  const response = await fetch(`http://127.0.0.1:${api}/config`, {
    method: "PATCH",
    headers: { authorization: `Basic ${Buffer.from(`patroni:${password}`).toString("base64")}` },
    body: JSON.stringify(change),
  });
  if (!response.ok) throw new Error(`Patroni answered ${response.status} to ${JSON.stringify(change)}`);
}
