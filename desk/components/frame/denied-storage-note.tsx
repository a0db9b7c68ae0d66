import { useSyncExternalStore } from "react";

import { findDeniedStorage, isFirstOfVisit } from "#app/client/storage/denied-storage.ts";
import { Banner } from "#ui/banner.tsx";

const words = {
  cookies:
    "Your browser blocks cookies for the desk, and nobody can sign in without them. Allow cookies for this site.",
  storage:
    "Your browser stores no data for the desk. Text that you typed but did not send is lost when the page is closed.",
};

/** Warns that the browser blocks cookies or storage, and names the consequence; once per visit. */
export function DeniedStorageNote() {
  const denied = useSyncExternalStore(neverChanges, findLoss, () => null);
  if (!denied) return null;
  return (
    <div className="desk-page pb-0!">
      <Banner variant="note">{words[denied]}</Banner>
    </div>
  );
}

function findLoss() {
  return isFirstOfVisit() ? findDeniedStorage() : null;
}

function neverChanges() {
  return () => {};
}
