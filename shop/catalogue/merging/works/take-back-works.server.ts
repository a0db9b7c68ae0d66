import { ImportRunningError } from "#shop/catalogue/records/import-lock.server.ts";
import { takeTurn } from "#shop/catalogue/editing/take-turn.server.ts";
import type { Change, Kept, TakeBack } from "#shop/kernel/audit-log/change.ts";
import type { DbAndClock } from "#shop/services.ts";
import { joinTwo, restoreWork, type JoinedWork } from "./change-works.server.ts";
import { findEdition } from "#shop/catalogue/merging/find-records.server.ts";
import { joinTranslations, partTranslation } from "./join-translations.server.ts";
import { JoiningError } from "#shop/catalogue/merging/joining-error.ts";

/** Takes changes back one after the other; what cannot be stays, with the reason. */
function each(takeBack: (services: DbAndClock, change: Change) => Promise<Change[]>): TakeBack {
  return async (services, changes) => {
    await takeTurn(services.db);
    const done: Change[] = [];
    const kept: Kept[] = [];
    for (const change of changes)
      try {
        done.push(...(await takeBack(services, change)));
      } catch (error) {
        if (!(error instanceof JoiningError || error instanceof ImportRunningError)) throw error;
        kept.push({ kind: change.kind, key: change.key, why: `the work ${change.name}: ${error.message}` });
      }
    return { done, kept };
  };
}

/** Works that were joined with another: they come apart again. */
export const takeBackJoinedWorks = each(async (services, { key, before }) => [
  await restoreWork(services, key, before as unknown as JoinedWork),
]);

/** Works that were parted from another: they are joined again. */
export const takeBackPartedWorks = each(async (services, { key, after }) => {
  const { book, from } = after as { book: string; from: string };
  const { workId } = await findEdition(services.db, book);
  if (workId !== key) throw new JoiningError("its edition is of another work by now");
  return (await joinTwo(services, from, key)).changes;
});

/** Works that became one title with another in a different language, or ceased to be. */
export const takeBackTitles = each(async ({ db: tx }, { kind, key, before, after }) => {
  const [was, is] = [before?.with as string | null, after?.with as string | null];
  if (was !== null) await joinTranslations(tx, was, key);
  else if ((await partTranslation(tx, key)) === null) throw new JoiningError("it is a title of its own by now");
  return [{ kind, key, before: { with: is }, after: { with: was } }];
});
