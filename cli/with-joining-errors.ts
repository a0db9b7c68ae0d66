import { ImportRunningError } from "#shop/catalogue/records/import-lock.server.ts";
import { JoiningError } from "#shop/catalogue/merging/joining-error.ts";
import { UsageError } from "./command.ts";

/** Says in one sentence what cannot be joined or parted, and which import is in the way. */
export async function withJoiningErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof JoiningError || error instanceof ImportRunningError)
      throw new UsageError(error.message, { cause: error });
    throw error;
  }
}
