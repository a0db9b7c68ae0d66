/** A guest without JavaScript finds books, fills a cart up to the payment, and writes to the shop. */
import { expect, test } from "vitest";

import type { PagePart } from "#tests/support/pages/page-part.ts";
import { fieldsOf, plainBrowser, type PlainBrowser } from "#tests/support/browser/plain-browser.ts";
import { putInCart, typedDelivery } from "#tests/support/browser/plain-checkout.ts";
import { setStock } from "#tests/support/sales/sale.ts";
import { openTestShop } from "#tests/support/shop/test-shop.ts";

const shop = await openTestShop();

/** The form that contains this button. */
function formWith(part: PagePart, button: string | RegExp): PagePart {
  return part.all("form").find((form) => form.buttons(button).length > 0)!;
}

const press = (reader: PlainBrowser, button: string | RegExp) => reader.send(formWith(reader.main, button), {}, button);

test("a book is found from home by its category, and its quantity changes in the cart until it is taken out", async () => {
  const reader = plainBrowser(shop);
  await reader.open("/");
  await reader.follow(/^/, reader.main.part("Browse Categories").first("li"));
  expect(reader.path).toBe("/categories?id=fiction");
  await reader.follow("Malgudi Days");
  expect(reader.path).toBe("/books/malgudi-days");
  await reader.send(formWith(reader.main.first("article"), /^Add to Cart/), {}, /^Add to Cart/);
  expect(reader.path).toBe("/cart");
  expect(reader.main.links("Malgudi Days")).not.toEqual([]);

  await press(reader, "Increase quantity of Malgudi Days");
  expect(reader.main.text).toContain("Total ₹848.00");
  await press(reader, "Decrease quantity of Malgudi Days");
  expect(reader.main.text).toContain("Total ₹424.00");
  const [minus] = reader.main.buttons("Decrease quantity of Malgudi Days");
  expect(minus!.attributes).toHaveProperty("disabled");

  await press(reader, "Remove Malgudi Days");
  expect(reader.main.headings(1)).toEqual(["Your cart is empty"]);
  await reader.follow("Continue Shopping");
  expect(reader.path).toBe("/");
});

test("the cart says that paying needs JavaScript, also to one who presses Pay, and keeps its books", async () => {
  const reader = plainBrowser(shop);
  await putInCart(reader, "jaya", "sita");
  await reader.open("/");
  await reader.follow(/^Cart/, reader.page.first("header"));
  const note = "Paying needs JavaScript, because the card form is Razorpay’s own. Your cart is saved";
  expect(reader.main.first("noscript").first("p").text).toContain(note);
  const delivery = reader.main.byId("delivery");
  const [pay] = reader.main.buttons("Pay with Razorpay");
  expect([pay!.attributes.form, delivery.attributes.method]).toEqual(["delivery", "post"]);
  const body = new URLSearchParams(fieldsOf(delivery, typedDelivery));
  const answer = await reader.fetch(delivery.attributes.action!, { method: "POST", body });
  expect(answer.status).toBe(303);
  await reader.open(answer.headers.get("location")!);
  const said = reader.main.all().filter(({ attributes }) => attributes.role === "status");
  expect(said.map(({ text }) => text).join(" ")).toContain(note);
  for (const title of ["Jaya", "Sita"]) expect(reader.main.links(title), title).not.toEqual([]);
  await press(reader, "Clear Cart");
  expect(reader.main.headings(1)).toEqual(["Your cart is empty"]);
});

test("a copy more than the shop has is refused in words, from the page of the book", async () => {
  await setStock(shop.db, "second-foundation", 1);
  const reader = plainBrowser(shop);
  await putInCart(reader, "second-foundation");
  await reader.open("/books/second-foundation");
  await reader.send(formWith(reader.main.first("article"), /^Add to Cart/), {}, /^Add to Cart/);
  expect(reader.main.text).toContain("Your cart already has every copy of that book we can sell you.");
});

test("a search leads to a book, its author, another book and the time of its delivery", async () => {
  const reader = plainBrowser(shop);
  await reader.open("/");
  await reader.send(reader.main.part("Find a book"), { "Find a book": "malgudi" }, "Search");
  await reader.follow("Malgudi Days");
  await reader.follow("R. K. Narayan", reader.main.first("article"));
  expect(reader.main.headings(1)).toEqual(["R. K. Narayan"]);
  await reader.follow("The Guide");
  expect(reader.path).toBe("/books/the-guide");
  const opening = reader.main.first("article");
  await reader.send(formWith(opening, "Check"), { "Delivery to PIN code": "560001" }, "Check");
  expect(reader.path).toBe("/shipping?pin=560001");
  expect(reader.main.text).toContain("To 560001: usually");
});

test("authors lead back to their list, and the header to the chart of twenty", async () => {
  const reader = plainBrowser(shop);
  await reader.open("/authors");
  await reader.follow("R. K. Narayan");
  await reader.follow("Back to all authors");
  expect(reader.path).toBe("/authors");
  await reader.follow("Best sellers", reader.page.part("Main"));
  expect(reader.main.all("article")).toHaveLength(20);
});

test("books of a page and of a reading list are in one cart, whose code is applied and removed by its forms", async () => {
  const reader = plainBrowser(shop);
  await putInCart(reader, "the-guide");
  await reader.open("/reading-lists/long-train-journeys");
  const [add] = reader.main.buttons(/^Add to Cart/);
  await reader.send(add!.closest("form")!, {}, /^Add to Cart/);
  expect(reader.path).toBe("/cart");
  expect(reader.main.parts(/^Quantity of/)).toHaveLength(2);
  await reader.send(formWith(reader.main, "Apply"), { "Promotion code": "SUMMER20" }, "Apply");
  expect(reader.main.all().map(({ text }) => text)).toContain("Code SUMMER20");
  await press(reader, "Remove code SUMMER20");
  expect(reader.main.buttons("Remove code SUMMER20")).toEqual([]);
  await reader.open("/special-offers");
  await press(reader, /cart/i);
  expect(reader.main.part("Order Summary").text).toContain("−₹");
});

test("a book is asked for from the questions, with a mistake on the way", async () => {
  const reader = plainBrowser(shop);
  await reader.open("/faq");
  await reader.follow("Ask us for it");
  expect(reader.main.headings(1)).toEqual(["Ask us for a book"]);
  const button = "Ask for this book";
  const typed = { "E-mail": "plain.asker@example.com", Author: "Ruskin Bond" };
  await reader.send(formWith(reader.main, button), typed, button);
  expect(reader.status).toBe(422);
  const alert = reader.main.all().find(({ attributes }) => attributes.role === "alert")!;
  expect(alert.links().map(({ text }) => text)).toEqual(["Title"]);
  const field = (label: string) => reader.main.all("input").find((input) => input.label.startsWith(label))!;
  // The link at the top leads to the field, whose description explains the error.
  expect(alert.link("Title").href).toBe(`#${field("Title").attributes.id}`);
  const described = field("Title")
    .attributes["aria-describedby"]!.split(" ")
    .map((id) => reader.main.byId(id).text);
  expect(described.join(" ")).toContain("Enter the title of the book, or its ISBN.");
  expect(field("Author").attributes.value).toBe("Ruskin Bond");
  await reader.send(formWith(reader.main, button), { Title: "The Room on the Roof" }, button);
  expect(reader.main.headings(1)).toEqual(["Thank you for asking"]);
});

test("an empty message is refused and then sent, a sold-out book is asked after, and home takes an address", async () => {
  const reader = plainBrowser(shop);
  await reader.open("/contact");
  await press(reader, "Send Message");
  expect(reader.status).toBe(422);
  const fields = { Name: "Script Less", Email: "writes@example.com", Subject: "A", Message: "Hello" };
  await reader.send(formWith(reader.main, "Send Message"), fields, "Send Message");
  expect(reader.path).toMatch(/^\/contact\/EPT-\w{8}/);

  await reader.open("/books/in-custody");
  const requestStockLetter = "Tell me when it is back";
  await reader.send(
    formWith(reader.main, requestStockLetter),
    { "Your e-mail address": "waits@example.com" },
    requestStockLetter,
  );
  expect(reader.main.headings(1)).toEqual(["We will write to you"]);

  await reader.open("/");
  const subscribe = formWith(reader.main, "Subscribe");
  await reader.send(subscribe, { "Your e-mail address": "letters@example.com" }, "Subscribe");
  expect(reader.main.text).toContain("Thank you. One more step.");
});
