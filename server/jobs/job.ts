import type { CredentialKind } from "#shop/office/credentials/credential-kinds.ts";
import type { Services } from "#shop/services.ts";

/** A background job. A job finds its tasks in the database, so it may run twice or late. */
export interface Job {
  /** What the job does, as shown to the bookseller. */
  purpose: string;
  /**
   * Seconds from the end of a run to the next one; default 2. Jobs that read whole lists use `reconcileAfterSeconds`,
   * the interval at which payment providers are asked. 86_400 is once a day, regardless of restarts.
   */
  everySeconds?: number | "reconcileAfterSeconds";
  /**
   * Whether `run` processes one batch and returns the number of its rows. Such a job runs again at once until that
   * number is 0.
   */
  isInBatches?: boolean;
  /** Whether it reads whole tables. A process runs one heavy job at a time, because several would use all cores. */
  isHeavy?: boolean;
  /** A service without which the job does nothing: a shop that lacks its credentials has only a stand-in. */
  needs?: CredentialKind;
  run: (services: Services) => Promise<unknown>;
}
