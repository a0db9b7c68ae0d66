import { expect, test } from "vitest";

import { describeState, summarizeState, type ServiceSection } from "./service-state.ts";

const used: ServiceSection = {
  kind: "backup",
  title: "Backups",
  fields: [{ name: "folder", label: "Folder", hint: "" }],
  source: "desk",
  shown: { folder: "/mnt/x" },
  isOnDataDisk: false,
  isMissing: false,
  hasSavedWebhookSecret: false,
  candidate: null,
};
const failed = { trouble: "There is no such folder.", changedAt: "2026-11-30T10:00:00Z", shown: {} };

test("a replacement that does not work does not make what is in use look broken", () => {
  expect(summarizeState(used)).toEqual({ words: "In use", tone: "well" });
  expect(summarizeState({ ...used, candidate: failed })).toEqual({
    words: "In use; the new one does not work",
    tone: "look",
  });
  expect(summarizeState({ ...used, source: "none", candidate: failed })).toMatchObject({ tone: "broken" });
});

test("a folder on the disk of the shop's data is no place elsewhere", () => {
  const onDataDisk = { ...used, isOnDataDisk: true };
  expect(summarizeState(onDataDisk)).toEqual({ words: "On the shop’s own disk", tone: "look" });
  expect(describeState(onDataDisk)).toContain("both are lost together");
});
