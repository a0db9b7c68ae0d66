/** Forms and permissions of the Today page and the pages of people, for the tests of authority. */
import { randomUUID } from "node:crypto";

import { sql } from "#db/sql.ts";
import { requestBook } from "#shop/people/correspondence/book-requests.server.ts";
import { sendMessage } from "#shop/people/correspondence/contact.server.ts";
import { confirmNewsletter, requestSubscription } from "#shop/people/correspondence/newsletter.server.ts";
import { newsletterToken } from "#shop/people/correspondence/letter-links.server.ts";
import { sendTestIssue } from "#shop/people/correspondence/send-issue.server.ts";
import type { Role } from "#shop/people/staff/roles.ts";
import type { TestDesk } from "#tests/support/desk/desk.ts";
import { addReader } from "#tests/support/sales/readers.ts";
import { everyRole, ofPackers, ofSellers, type AuthorityCase } from "./authority-case.ts";

const sellers = ["owner", "bookseller"] as const;
/** Actions without a fresh passkey. */
const answers = { ...ofPackers, may: sellers };

/** Creates a waiting message; returns its ticket. */
export async function newMessage({ services }: TestDesk, message = "Hello."): Promise<string> {
  const email = `${randomUUID()}@example.com`;
  return (await sendMessage(services, { name: "Asha", email, subject: "A question", message })).ticket;
}
/** Creates a waiting request for a book; returns its ticket. */
export async function newRequest({ services }: TestDesk, title = "The Guide"): Promise<string> {
  return (await requestBook(services, { title, author: "", isbn: null, email: `${randomUUID()}@example.com` })).ticket;
}
/** Creates a reader's review of Godan; returns its id. */
export async function newReview({ db }: TestDesk, state: "published" | "waiting" | "refused"): Promise<string> {
  const reader = await addReader(db, `writes-${randomUUID()}`);
  const { rows } = await db.execute<{ id: string }>(sql`
    insert into reviews (work_id, reader_id, name, rating, body, state)
    select work_id, ${reader}, 'Asha', 2, 'Too long.', ${state} from books where id = 'godan' returning id`);
  return rows[0]!.id;
}
/** Creates an issue that was sent as a test, and a subscriber; returns the issue's id. */
export async function newIssue({ services }: TestDesk): Promise<string> {
  const email = `${randomUUID()}@example.com`;
  await requestSubscription(services, email);
  await confirmNewsletter(services, newsletterToken(services.linkKey, email));
  const tried = await sendTestIssue(services, `# Rains ${randomUUID()}\n\nIt pours.`, "meera@example.com");
  return tried.ok ? String(tried.issueId) : "";
}

/** The actions of the Today page and of the pages of people. */
export const peopleCases: Record<string, AuthorityCase> = {
  "today.retry-letters": { ...ofPackers, may: ["owner", "bookseller"], form: () => ({}) },
  "today.see-letters": { ...ofPackers, may: ["owner", "bookseller"], form: () => ({ shown: "999" }) },
  "today.retry-jobs": { ...ofPackers, may: ["owner"], form: () => ({}) },
  "today.see-searches": { ...ofPackers, may: ["owner", "bookseller"], form: () => ({}) },
  "today.see-concern": { ...ofPackers, may: ["owner", "bookseller"], form: () => ({ what: "event", id: "999" }) },
  "people.answer-message": {
    ...answers,
    form: async (_, desk) => ({ ticket: await newMessage(desk), answer: "Yes." }),
  },
  "people.close-message": { ...answers, form: async (_, desk) => ({ ticket: await newMessage(desk) }) },
  "people.answer-request": { ...answers, form: async (_, desk) => ({ ticket: await newRequest(desk), answer: "No." }) },
  "people.close-request": { ...answers, form: async (_, desk) => ({ ticket: await newRequest(desk) }) },
  "people.hide-review": {
    ...answers,
    form: async (_, desk) => ({ review: await newReview(desk, "published"), reason: "advertising" }),
  },
  "people.show-review": { ...answers, form: async (_, desk) => ({ review: await newReview(desk, "refused") }) },
  "people.preview-newsletter": {
    ...answers,
    done: 200,
    old: 200,
    form: () => ({ subject: "Rains", text: "It pours." }),
  },
  "people.try-newsletter": { ...answers, form: () => ({ subject: `Rains ${randomUUID()}`, text: "It pours." }) },
  "people.send-newsletter": { ...ofSellers, done: 303, form: async (_, desk) => ({ issue: await newIssue(desk) }) },
  "people.erase-reader": {
    ...ofSellers,
    done: 303,
    form: async (_, desk) => {
      const reader = String(await addReader(desk.db, `erased-${randomUUID()}`));
      return { reader, confirmation: reader };
    },
  },
};

/** Parameters for the addresses of these pages. */
export async function peopleParameters(desk: TestDesk): Promise<Record<string, string>> {
  return {
    reader: String(await addReader(desk.db, `known-${randomUUID()}`)),
    ticket: await newMessage(desk),
    request: await newRequest(desk),
  };
}

/** The roles that may open each page of the search and of people. */
export const peoplePages: Record<string, readonly Role[]> = {
  "/today/changes": everyRole,
  "/find": everyRole,
  "/find/answers": everyRole,
  "/reviews": sellers,
  "/messages": sellers,
  "/messages/:ticket": sellers,
  "/wanted": sellers,
  "/wanted/:request": sellers,
  "/newsletter": sellers,
  "/newsletter/letter": sellers,
  "/readers": sellers,
  "/readers/:reader": sellers,
  "/readers/:reader/copy": sellers,
};
