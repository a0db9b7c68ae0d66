/** When a fault cut connections or killed a process, and which failures it explains. */

/** A fault that clients may notice. Times are from `performance.now()`. */
export interface Incident {
  what: "cut" | "kill" | "lost commit";
  from: number;
  to: number;
  /** Database connections that broke while their process went on. */
  connections: number;
}

/** A failed response; times are from `performance.now()`. */
export interface FailedResponse {
  kind: string;
  from: number;
  to: number;
}

/**
 * A request that began within this time after an incident may have used a connection not yet known to be dead, in
 * milliseconds. A lost COMMIT ends its connection at once.
 */
const lingerMs = { cut: 1000, kill: 1000, "lost commit": 0 };

/** Whether something in the period from `from` to `to` may have been affected. */
export function isNear(incident: Incident, from: number, to: number): boolean {
  return from <= incident.to + lingerMs[incident.what] && to >= incident.from;
}

/**
 * Separates failed responses that incidents explain from the others. A broken connection explains at most one. Of
 * several candidates the one that ended first is excused, so that as many as possible find an excuse.
 */
export function excuseFailures(failed: readonly FailedResponse[], incidents: readonly Incident[]) {
  const unexcused = new Set(failed.toSorted((a, b) => a.to - b.to));
  const excused: FailedResponse[] = [];
  for (const incident of incidents.toSorted((a, b) => a.to - b.to)) {
    const met = [...unexcused].filter(({ from, to }) => isNear(incident, from, to));
    for (const response of met.slice(0, incident.connections)) {
      unexcused.delete(response);
      excused.push(response);
    }
  }
  return { excused, unexcused: [...unexcused] };
}
