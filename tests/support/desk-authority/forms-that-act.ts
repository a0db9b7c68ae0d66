/** Forms that change data. Other tests of authority send the same actions with forms that refer to missing data. */
import { sql } from "#db/sql.ts";
import { inTransaction } from "#db/transaction.ts";
import { insertStaffInvitation } from "#shop/people/staff/invitations.server.ts";
import { addPasskeyRow, addStaffSession, type DeskBrowser, type TestDesk } from "#tests/support/desk/desk.ts";
import { addDeskBook } from "#tests/support/desk/desk-books.ts";
import { readFilledFrom } from "#tests/support/desk/desk-form.ts";
import { actionLines } from "./every-action.ts";
import { addUploadJob } from "./imports.ts";
import { pageForm } from "./settings.ts";
import { preparedStorefront } from "./window.ts";

/** The sender of a form, the person it is about, and the browser that prepares it. */
interface Sender {
  desk: TestDesk;
  browser: DeskBrowser;
  owner: number;
  target: number;
}

type Form = Record<string, string>;

/** A morning `days` days from now, so that each draft is planned for another minute. */
const morningIn = (days: number) => `${new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)}T09:00`;

let names = 0;
const newName = (what: string) => `${what} ${(names += 1)}`;

/** The id of the new record, from the redirect after the form. */
async function idFromRedirect({ browser }: Sender, path: string, form: Form): Promise<string> {
  const answer = await browser.post(path, form);
  const { pathname, searchParams } = new URL(answer.headers.get("location")!, "http://desk.test");
  return (
    searchParams.get("window") ?? searchParams.get("list") ?? searchParams.get("page") ?? pathname.split("/").at(-1)!
  );
}

const newSeries = (sender: Sender) =>
  idFromRedirect(sender, "/series", { intent: "catalogue.add-series", name: newName("Ferries") });
const newCategory = (sender: Sender) =>
  idFromRedirect(sender, "/categories", {
    intent: "catalogue.add-category",
    name: newName("Tea"),
    address: newName("tea").replace(" ", "-"),
    parent: "",
  });

/** Creates an author with one book. */
async function newAuthor({ desk }: Sender) {
  const name = newName("Leela Menon");
  const book = await addDeskBook(desk, { person1: name });
  return { author: name.toLowerCase().replaceAll(" ", "-"), name, book };
}

async function joinedWorks({ desk, browser }: Sender): Promise<string> {
  const [book, other] = [await addDeskBook(desk), await addDeskBook(desk)];
  await browser.post(`/books/${book}/work`, { intent: "catalogue.join-works", book, other });
  return book;
}

async function windowForm({ desk, browser }: Sender, more: Form = {}): Promise<Form> {
  const window = await preparedStorefront(desk);
  return { window, was: await readFilledFrom(await browser.get(`/window/draft?window=${window}`)), ...more };
}

/** Forms that change data, for actions that are otherwise tried with missing data. */
export const formsThatAct: Record<string, (sender: Sender) => Form | Promise<Form>> = {
  async "session.sign-out-elsewhere"({ desk, owner }) {
    await addStaffSession(desk, owner);
    return {};
  },
  async "passkey.remove"({ desk, owner }) {
    await addPasskeyRow(desk, owner);
    const { rows } = await desk.db.execute<{ id: string }>(
      sql`select id from staff_passkeys where staff_id = ${owner} order by id limit 1`,
    );
    return { passkey: rows[0]!.id };
  },
  async "orders.remove-view"({ desk, browser }) {
    await browser.post("/orders", { intent: "orders.save-view", name: "To send", query: "state=paid" });
    const { rows } = await desk.db.execute<{ id: string }>(sql`select max(id)::text as id from staff_views`);
    return { view: rows[0]!.id, query: "" };
  },
  "import.set-options": async ({ desk, target }) => ({ work: await addUploadJob(desk, target), source: "penguin" }),
  async "books.list"({ desk, browser }) {
    const book = await addDeskBook(desk);
    await browser.post(`/books/${book}`, { intent: "books.unlist", book });
    return { book };
  },
  async "catalogue.remove-opening"({ desk, browser, target }) {
    const form = await actionLines["catalogue.set-opening"]!.form(target, desk);
    await browser.post("/books/kari/opening", { intent: "catalogue.set-opening", ...form });
    return { book: "kari", language: form.language! };
  },
  async "catalogue.join-works"({ desk }) {
    return { book: await addDeskBook(desk), other: await addDeskBook(desk) };
  },
  "catalogue.part-work": async (sender) => ({ book: await joinedWorks(sender) }),
  async "catalogue.join-editions"(sender) {
    return { book: await joinedWorks(sender), other: await addDeskBook(sender.desk) };
  },
  "catalogue.set-original": () => ({ book: "tomb-of-sand" }),
  async "catalogue.join-authors"(sender) {
    return { author: (await newAuthor(sender)).author, other: (await newAuthor(sender)).author };
  },
  async "catalogue.part-author"(sender) {
    const { author, name, book } = await newAuthor(sender);
    await addDeskBook(sender.desk, { person1: name });
    return { author, work: book, partName: newName("Lila Menon") };
  },
  async "catalogue.join-series"(sender) {
    return { series: await newSeries(sender), other: await newSeries(sender) };
  },
  "catalogue.remove-series": async (sender) => ({ series: await newSeries(sender) }),
  async "catalogue.join-categories"(sender) {
    return { category: await newCategory(sender), other: await newCategory(sender) };
  },
  "catalogue.remove-category": async (sender) => ({ category: await newCategory(sender) }),
  "window.remove-draft": (sender) => windowForm(sender),
  "window.publish": (sender) => windowForm(sender),
  "window.plan": (sender) => windowForm(sender, { dueAt: morningIn(30) }),
  async "window.unplan"(sender) {
    const { window, ...form } = await windowForm(sender, { intent: "window.plan", dueAt: morningIn(40) });
    await sender.browser.post("/window/draft", { window: window!, ...form });
    return { window: window!, was: await readFilledFrom(await sender.browser.get(`/window/draft?window=${window}`)) };
  },
  async "window.publish-again"(sender) {
    const form = await windowForm(sender, { intent: "window.publish" });
    await sender.browser.post("/window/draft", form);
    return { window: form.window! };
  },
  async "window.remove-list"(sender) {
    const form = await actionLines["window.save-list"]!.form(sender.target, sender.desk);
    return { list: await idFromRedirect(sender, "/window/list", { intent: "window.save-list", ...form }) };
  },
  async "pages.remove"(sender) {
    const form = pageForm();
    return { page: await idFromRedirect(sender, "/pages/edit", { intent: "pages.save", ...form }) };
  },
  "settings.save": () => {
    const was = { SHIPPING_FEE: "0", FREE_SHIPPING_FROM: "" };
    return { group: "fees", was: JSON.stringify(was), SHIPPING_FEE: "49", FREE_SHIPPING_FROM: "" };
  },
  async "staff.withdraw-invitation"({ desk: { db, services }, owner }) {
    const invited = { address: "withdrawn@example.com", role: "packer", invitedBy: owner, at: new Date() } as const;
    await inTransaction(db, (tx) => insertStaffInvitation(tx, services.linkKey, invited));
    const { rows } = await db.execute<{ id: string }>(sql`select max(id)::text as id from staff_invitations`);
    return { invitation: rows[0]!.id };
  },
  async "staff.end-sessions"({ desk, target }) {
    await addStaffSession(desk, target);
    return { staff: String(target) };
  },
  async "staff.reset-passkeys"({ desk, target }) {
    await addPasskeyRow(desk, target);
    return { staff: String(target) };
  },
};
