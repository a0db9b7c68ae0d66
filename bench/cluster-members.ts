import { sendRequest } from "./send-request.ts";

/** A PostgreSQL server of the cluster, as Patroni reports it. */
export interface Member {
  name: string;
  role: string;
  state: string;
  /** Replication lag in bytes; null for the primary, and if unknown. */
  lag: number | null;
}

/** Reads the members from the first Patroni that responds; empty if none does. `apis` are their ports. */
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
