/** The bookseller, who signs in at the desk, opens its pages, and sends their forms. */
import { setTimeout as pause } from "node:timers/promises";

import { inTransaction } from "#db/transaction.ts";
import { signInByInvitation } from "#bench/shop/sign-in-at-desk.ts";
import type { ReaderClaims } from "#bench/chaos/reader-claims.ts";
import type { Stage } from "#bench/chaos/open-stage.ts";
import { sendRequest, type SentAnswer } from "#proving-ground/load/send-request.ts";
import { countUp } from "#proving-ground/reports/counts.ts";
import { insertStaffInvitation } from "#shop/people/staff/invitations.server.ts";
import { readForms, type PageForm } from "./read-forms.ts";

/** A page of the desk. */
export interface DeskPage {
  path: string;
  text: string;
  /** The first form with this button, and with such fields. */
  form: (intent: string, fits?: (fields: PageForm["fields"]) => boolean) => PageForm | null;
}

export interface Bookseller {
  /** Opens a page; null if there is none, or no answer after some tries. */
  open: (path: string) => Promise<DeskPage | null>;
  /** Sends a form as a script of a page does. Null if there was no answer after some tries. */
  post: (path: string, fields: Record<string, string>) => Promise<SentAnswer | null>;
  /** Presses a button of a form of the page. Returns the status; null without an answer after some tries. */
  press: (page: DeskPage, intent: string, form: PageForm, changes?: Record<string, string>) => Promise<number | null>;
}

const maxTries = 6;

/** Signs in by an invitation, at the first process of the shop. */
export async function signInBookseller(
  { db, publicUrl, slots }: Pick<Stage, "db" | "publicUrl" | "slots">,
  claims: ReaderClaims,
  pressed: Map<string, number>,
): Promise<Bookseller> {
  const email = "bookseller@example.com";
  const invitation = { address: email, role: "owner" as const, invitedBy: null, at: new Date() };
  const secret = await inTransaction(db, (tx) => insertStaffInvitation(tx, "key of the run", invitation));
  const { port } = new URL(publicUrl);
  const { headers } = await signInByInvitation(Number(port), { secret, email });
  const signedIn = { ...headers, "accept-encoding": "identity", origin: `http://desk.localhost:${port}` };
  let turn = 0;

  async function ask(path: string, fields?: Record<string, string>): Promise<SentAnswer | null> {
    for (let tries = 1; tries <= maxTries; tries += 1) {
      const open = slots.filter(({ isOpen }) => isOpen);
      const slot = open[(turn += 1) % open.length];
      const from = performance.now();
      try {
        if (slot) {
          const form = fields && { "content-type": "application/x-www-form-urlencoded" };
          const body = fields && new URLSearchParams(fields).toString();
          const answer = await sendRequest(slot.url + path, { ...signedIn, ...form }, body);
          if (answer.status < 500) return answer;
          const kind = `${answer.status} desk ${path.replace(/EP-\w+/, "…").replace(/\?.*/, "")}`;
          claims.failedResponses.push({ kind, from, to: performance.now() });
        }
      } catch {
        claims.cutOff += 1;
      }
      await pause(150 * tries);
    }
    return null;
  }

  return {
    post: ask,
    async open(path) {
      const answer = await ask(path);
      if (answer?.status !== 200) return null;
      const forms = readForms(answer.text);
      return {
        path,
        text: answer.text,
        form: (intent, fits = () => true) =>
          forms.find(({ intents, fields }) => intents.includes(intent) && fits(fields)) ?? null,
      };
    },
    async press({ path }, intent, { fields }, changes = {}) {
      const answer = await ask(path, { ...fields, ...changes, intent });
      countUp(pressed, `${intent} ${answer?.status ?? "unanswered"}`);
      if (answer?.status === 422)
        claims.brokenPromises.push(`The desk's own form ${intent} was refused as incomplete.`);
      return answer?.status ?? null;
    },
  };
}
