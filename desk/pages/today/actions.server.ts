/** The actions of the page Today: retry failed letters and jobs, and dismiss items. */
import { z } from "zod";

import { openAgain, readForm } from "#desk/http/read-form.ts";
import { retryFailedJobs } from "#shop/office/back-office/failed-jobs.server.ts";
import { markConcernsSeen } from "#shop/office/back-office/money-concerns.server.ts";
import { markLettersSeen, retryDeadLetters } from "#shop/office/back-office/outbox.server.ts";
import { markSearchesSeen } from "#shop/office/back-office/search-reports.server.ts";
import { deskAction } from "#shop/people/staff/run-action.server.ts";
import { formatCount } from "#shop/kernel/text/format-count.ts";

const nothing = () => ({ ok: true, input: {} }) as const;

/** Sends letters again that the shop had given up. */
export const retryLetters = deskAction({
  name: "today.retry-letters",
  does: "send letters again",
  cannotUndo: "letters are sent",
  needs: "people",
  proof: "passkey",
  read: nothing,
  async run({ services }) {
    const letters = formatCount(await retryDeadLetters(services), "letter");
    const words = `Had ${letters} sent again.`;
    return {
      answer: `The shop tries to send ${letters} again now.`,
      entry: { action: "people.retry-letters", words },
    };
  },
});

const lettersShown = z.object({
  shown: z.string().regex(/^[1-9]\d{0,17}(,[1-9]\d{0,17}){0,99}$/, openAgain),
});

/** Dismisses the failed letters that the page showed. */
export const seeLetters = deskAction({
  name: "today.see-letters",
  does: "take letters off this page",
  cannotUndo: "letters that fail later are listed again",
  needs: "people",
  proof: "passkey",
  read: (form) => readForm(form, lettersShown),
  async run({ services }, { shown }) {
    const letters = formatCount(await markLettersSeen(services, shown.split(",")), "letter");
    return {
      answer: "The letters that were shown are off this page, and stay in the outbox. New failures will appear here.",
      entry: { action: "people.see-letters", words: `Saw to ${letters} that could not be sent.` },
    };
  },
});

/** Runs failed jobs again now. */
export const retryJobs = deskAction({
  name: "today.retry-jobs",
  does: "run jobs of the shop again",
  cannotUndo: "what the shop does by itself is done sooner",
  needs: "settings",
  proof: "passkey",
  read: nothing,
  async run({ services }) {
    const jobs = formatCount(await retryFailedJobs(services), "job");
    return {
      answer: `${jobs} of the shop will be tried again at once.`,
      entry: { action: "desk.retry-jobs", words: `Had ${jobs} tried again.` },
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
  cannotUndo: "the alert comes again when its cause does",
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
  does: "take searches off this page",
  cannotUndo: "the list of what readers looked for is made anew each day",
  needs: "books",
  proof: "passkey",
  read: nothing,
  async run({ services }) {
    await markSearchesSeen(services);
    return {
      answer: "They were dismissed. Failed searches from tomorrow on will appear here.",
      entry: { action: "books.see-searches", words: "Saw to the searches that found nothing." },
    };
  },
});

export const todayActions = [retryLetters, seeLetters, retryJobs, seeConcern, seeSearches] as const;
