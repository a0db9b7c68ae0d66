/** When a fault closed connections or killed a process, and which failures this explains. */

/** A fault that clients may notice. Times are from `performance.now()`. */
export interface Incident {
  what: "cut" | "kill" | "lost commit";
  from: number;
  to: number;
  /** The number of database connections that broke while their process kept running. */
  connections: number;
}

/** A failed response; times are from `performance.now()`. */
export interface FailedResponse {
  kind: string;
  from: number;
  to: number;
}

/**
 * How long after an incident a request may still get a connection that is not yet known to be broken, in milliseconds.
 * A lost COMMIT ends its connection at once.
 */
const lingerMs = { cut: 1000, kill: 1000, "lost commit": 0 };

/** Whether an incident may have affected something between `from` and `to`. */
export function isNear(incident: Incident, from: number, to: number): boolean {
  return from <= incident.to + lingerMs[incident.what] && to >= incident.from;
}

/**
 * Separates failed responses that incidents explain from the others. A broken connection explains at most one failure.
 * If several failures fit, it explains the one that ended first, so that as many as possible are explained.
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
