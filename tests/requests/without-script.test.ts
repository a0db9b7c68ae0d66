/** Readers without JavaScript: each form is submitted with the fields of its page, each step follows a link. */
import { expect, test } from "vitest";

import { sendDueLetters } from "#shop/office/letters/send-letters.server.ts";
import { countSearchTerms } from "#shop/catalogue/search/counts/count-words.server.ts";
import { plainBrowser } from "#tests/support/browser/plain-browser.ts";
import { openTestShop } from "#tests/support/shop/test-shop.ts";

const shop = await openTestShop();
await countSearchTerms(shop.db);

test("a search in vain leads to the nearest spelling, to near titles, and by the form to a ticket", async () => {
  const reader = plainBrowser(shop);
  await reader.open("/search");
  await reader.send(reader.main.part("Find a book"), { "Find a book": "tolkein" });
  expect(reader.main.text).toContain("You typed “tolkein”.");
  await reader.follow("Search for that instead");
  await reader.follow("Tolkien");
  expect(reader.path).toBe("/search?q=Tolkien");
  const header = reader.page.first("header");
  const search = header.part("Search books");
  // The browser opens the panel named in this button, without a script.
  const opener = header.buttons("Search").find(({ attributes }) => attributes.popovertarget !== undefined);
  expect(search.parent!.attributes).toMatchObject({ id: opener!.attributes.popovertarget, popover: "auto" });
  expect(search.first("input").attributes.value).toBe("Tolkien");
  await reader.send(search, { "Search books": "orwell austen xylophone" }, "Search");
  expect(reader.main.part("Perhaps one of these").links("Pride and Prejudice")).not.toEqual([]);
  const ask = reader.main.part("Ask us for this book").first("form");
  expect(ask.all("input").find(({ label }) => label === "Title")!.attributes.value).toBe("orwell austen xylophone");
  await reader.send(ask, { "E-mail": "asks.without.a.script@example.com" }, "Ask for this book");
  expect(reader.main.headings(1)).toEqual(["Thank you for asking"]);
  const [ticket] = /EPT-\w{8}/.exec(reader.path)!;
  expect(reader.main.text).toContain(ticket);
  await sendDueLetters(shop.services);
  const subjects = shop.mailbox.letters().map(({ subject }) => subject);
  expect(subjects.filter((subject) => subject.includes(ticket)).toSorted()).toEqual([
    `${ticket}: a reader asks for orwell austen xylophone`,
    `We have your request for a book, ticket ${ticket}`,
  ]);
});

test("every search box is a plain form that does not claim a list below it and refuses to be sent empty", async () => {
  const reader = plainBrowser(shop);
  for (const path of ["/", "/about", "/no/such/page"]) {
    const page = await reader.open(path);
    const forms = page.all("form").filter(({ attributes }) => attributes.role === "search");
    expect(forms.length, path).toBe(path === "/about" ? 2 : 3);
    for (const form of forms) {
      const { attributes } = form.first("input");
      expect(attributes).toMatchObject({ type: "search", name: "q", required: "", pattern: String.raw`.*\S.*` });
      expect(attributes).not.toHaveProperty("role");
      expect(attributes).not.toHaveProperty("aria-expanded");
      await reader.open(path);
      await reader.send(form, { [form.label]: "malgudi" }, "Search");
      expect(reader.main.links("Malgudi Days"), form.label).not.toEqual([]);
    }
  }
});

test("a shelf is narrowed by its form below the books, sorted by its button, and a choice is taken back by its link", async () => {
  const reader = plainBrowser(shop);
  await reader.open("/search?q=the");
  const choices = reader.main.byId(reader.main.link("Filter").href.slice(1));
  expect([choices.tag, choices.label]).toEqual(["aside", "Filter search results"]);
  const typed = { Hardback: true, Paperback: true, "₹300 to ₹499": true } as const;
  await reader.send(choices.first("form"), typed, "Show these books");
  expect(reader.path).toBe("/search?q=the&format=hardback,paperback&price=300-499");
  const sorts = reader.main.all("form").find((form) => form.buttons("Sort").length > 0)!;
  await reader.send(sorts, { "Sort by": "Newest" }, "Sort");
  expect(reader.path).toBe("/search?q=the&format=hardback,paperback&price=300-499&sort=newest");
  await reader.follow(/Hardback$/);
  expect(reader.path).toBe("/search?q=the&format=paperback&price=300-499&sort=newest");
});

test("a book of a reading list is put in the cart, and the announced code is applied to it", async () => {
  const reader = plainBrowser(shop);
  await reader.open("/reading-lists/sci-fi");
  const kindred = reader.main.all("article").find(({ text }) => text.includes("Kindred"))!;
  await reader.send(kindred.first("form"), {}, "Add to Cart: Kindred");
  expect(reader.path).toBe("/cart");
  expect(reader.main.links("Kindred")).not.toEqual([]);
  await reader.open("/");
  const sale = reader.main.part("Summer Reading Sale");
  await reader.send(sale.first("form"), {}, "Apply to my cart");
  expect(reader.path).toBe("/cart");
  expect(reader.main.buttons("Remove code SUMMER20")).toHaveLength(1);
});

test("a book is opened by a link, bought from its open pages, and closed by a link", async () => {
  const reader = plainBrowser(shop);
  await reader.open("/books/foundation");
  await reader.follow("See the title page");
  expect(reader.path).toBe("/books/foundation/look-inside");
  const leaf = reader.main.all("article").find(({ attributes }) => attributes.class === "open-book-leaf")!;
  expect(leaf.headings(1)).toEqual(["Foundation"]);
  expect(leaf.text).toContain("Isaac Asimov");
  const bookplate = reader.main.part("The book");
  await reader.follow("Close the book");
  expect(reader.path).toBe("/books/foundation");
  const buy = bookplate.all("form").find((form) => form.buttons(/^Add to Cart/).length > 0)!;
  await reader.send(buy, {}, /^Add to Cart/);
  expect(reader.path).toBe("/cart");
  expect(reader.main.links("Foundation")).not.toEqual([]);
});

test("each language of a title leads to the other, and the Hindi edition is in the cart under its Hindi names", async () => {
  const reader = plainBrowser(shop);
  await reader.open("/books/tamas");
  await reader.follow(/English/, reader.main.part("Languages"));
  expect(reader.main.headings(1)).toEqual(["Tamas"]);
  await reader.follow(/हिन्दी ?तमस ?₹339/, reader.main.part("Languages"));
  expect(reader.path).toBe("/books/tamas");
  expect(reader.main.headings(1)).toEqual(["तमस"]);
  const opening = reader.main.first("article");
  expect(opening.links("भीष्म साहनी")).not.toEqual([]);
  await reader.send(
    opening.all("form").find((form) => form.buttons(/^Add to Cart/).length > 0)!,
    {},
    /^Add to Cart/,
  );
  const line = reader.main.all("li").find(({ text }) => text.includes("तमस"))!;
  expect(line.text).toMatch(/Total ?₹339\.00/);
  expect(line.text).toContain("भीष्म साहनी");
  expect(reader.main.all().filter(({ text }) => text === "Tamas")).toEqual([]);
});

test("a message to the shop, a question, a PIN code and the newsletter are plain forms", async () => {
  const reader = plainBrowser(shop);
  await reader.open("/contact");
  const message = {
    Name: "Asha Rao",
    Email: "asha.writes@example.com",
    Subject: "Without a script",
    Message: "It came with a torn cover.",
  };
  const form = reader.main.all("form").find((one) => one.buttons("Send Message").length > 0)!;
  await reader.send(form, message, "Send Message");
  expect(reader.main.headings(1)).toEqual(["Thank you for writing"]);

  await reader.open("/faq");
  expect(reader.main.headings(3).length).toBeGreaterThanOrEqual(25);
  // Questions are no tab stops: each answer is below its question.
  expect(reader.main.all("h3").flatMap((question) => question.links())).toEqual([]);
  await reader.send(reader.main.part("Search the questions"), { "Search the questions": "torn" }, "Search");
  expect(reader.main.headings(3)).toEqual([expect.stringContaining("My book came damaged")]);

  await reader.open("/shipping");
  const when = reader.main.all("form").find((one) => one.buttons("Tell me").length > 0)!;
  await reader.send(when, { "PIN code": "781001" }, "Tell me");
  expect(reader.main.text).toContain("usually 9 to 14 working days");

  await reader.open("/newsletter");
  const subscribe = reader.main.all("form").find((one) => one.buttons("Subscribe").length > 0)!;
  await reader.send(subscribe, { "Your e-mail address": "plain@example.com" }, "Subscribe");
  expect(reader.main.text).toContain("Thank you. One more step.");
});
