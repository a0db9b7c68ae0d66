import { sendRequest } from "./send-request.ts";

/** What the cluster says of one PostgreSQL. */
export interface Member {
  name: string;
  role: string;
  state: string;
  /** Bytes that it is behind; null of the primary, and when nobody knows. */
  lag: number | null;
}

/** What the first Patroni that answers says of all nodes; none when none answers. `apis` are their ports. */
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
      // The next one may know.
    }
  }
  return [];
}
