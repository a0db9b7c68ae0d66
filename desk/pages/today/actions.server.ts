/** The actions of the page Today: retry failed letters and jobs, and dismiss items. */
import { z } from "zod";

import { openAgainMessage, readForm } from "#desk/http/read-form.ts";
import { retryFailedJobs } from "#shop/office/back-office/failed-jobs.server.ts";
import { markConcernsSeen } from "#shop/office/back-office/money-concerns.server.ts";
import { markLettersSeen, retryDeadLetters } from "#shop/office/back-office/outbox.server.ts";
import { markSearchesSeen } from "#shop/office/back-office/search-reports.server.ts";
import { deskAction } from "#shop/people/staff/run-action.server.ts";
import { formatCount } from "#shop/kernel/text/format-count.ts";

const nothing = () => ({ ok: true, input: {} }) as const;

/** Sends failed letters again. */
export const retryLetters = deskAction({
  name: "today.retry-letters",
  does: "send letters again",
  cannotUndo: "letters are sent",
  needs: "people",
  proof: "passkey",
  read: nothing,
  async run({ services }) {
    const letters = formatCount(await retryDeadLetters(services), "letter");
    const words = `Started to send ${letters} again.`;
    return {
      answer: `The shop is trying to send ${letters} again.`,
      entry: { action: "people.retry-letters", words },
    };
  },
});

const lettersShown = z.object({
  shown: z.string().regex(/^[1-9]\d{0,17}(,[1-9]\d{0,17}){0,99}$/, openAgainMessage),
});

/** Dismisses the failed letters that the page showed. */
export const seeLetters = deskAction({
  name: "today.see-letters",
  does: "dismiss failed letters",
  cannotUndo: "letters that fail later are listed again",
  needs: "people",
  proof: "passkey",
  read: (form) => readForm(form, lettersShown),
  async run({ services }, { shown }) {
    const letters = formatCount(await markLettersSeen(services, shown.split(",")), "letter");
    return {
      answer: "The shown letters are dismissed from this page, and stay in the outbox. New failures will appear here.",
      entry: { action: "people.see-letters", words: `Dismissed ${letters} that could not be sent.` },
    };
  },
});

/** Runs failed jobs again now. */
export const retryJobs = deskAction({
  name: "today.retry-jobs",
  does: "run jobs of the shop again",
  cannotUndo: "jobs that the shop runs by itself are only run sooner",
  needs: "settings",
  proof: "passkey",
  read: nothing,
  async run({ services }) {
    const jobs = formatCount(await retryFailedJobs(services), "job");
    return {
      answer: `${jobs} of the shop will be tried again at once.`,
      entry: { action: "desk.retry-jobs", words: `Started ${jobs} again.` },
    };
  },
});

const concern = z.object({
  what: z.string().regex(/^[a-z-]{1,60}$/, "Choose a line."),
  id: z.string().regex(/^[1-9]\d{0,17}$/, "Choose a line."),
});

/** Dismisses an alert about money. */
export const seeConcern = deskAction({
  name: "today.see-concern",
  does: "mark an alert as seen",
  cannotUndo: "the alert appears again if its cause occurs again",
  needs: "refunds",
  proof: "passkey",
  read: (form) => readForm(form, concern),
  async run({ services }, { what, id }) {
    await markConcernsSeen(services, [{ what, id }]);
    const words = "Marked an alert about money as seen.";
    return {
      answer: "It is marked as seen.",
      entry: { action: "orders.see-concerns", words, subject: `${what === "event" ? "event" : "alert"} ${id}` },
    };
  },
});

/** Dismisses the searches that found nothing. */
export const seeSearches = deskAction({
  name: "today.see-searches",
  does: "dismiss searches without results",
  cannotUndo: "the list of searches is made again each day",
  needs: "books",
  proof: "passkey",
  read: nothing,
  async run({ services }) {
    await markSearchesSeen(services);
    return {
      answer: "The searches are dismissed. New failed searches will appear here from tomorrow on.",
      entry: { action: "books.see-searches", words: "Dismissed the searches that found nothing." },
    };
  },
});

export const todayActions = [retryLetters, seeLetters, retryJobs, seeConcern, seeSearches] as const;
