/** A signed-in reader without JavaScript: the account, addresses, wishes and reviews, by links and forms. */
import { afterAll, expect, test } from "vitest";

import { subscribeToCatalogueChanges } from "#server/pages/catalogue-changes.ts";
import { sendDueLetters } from "#shop/office/letters/send-letters.server.ts";
import { deliverOrder } from "#shop/sales/orders/parcels/deliver-order.server.ts";
import { shipOrder } from "#shop/sales/orders/parcels/ship-order.server.ts";
import { signInAtGoogle } from "#stand-ins/google/drive.ts";
import { readParts, type PagePart } from "#tests/support/pages/page-part.ts";
import { fieldsOf, plainBrowser, type PlainBrowser } from "#tests/support/browser/plain-browser.ts";
import { payOrder, pressPay, putInCart, typedDelivery } from "#tests/support/browser/plain-checkout.ts";
import { setStock } from "#tests/support/sales/sale.ts";
import { completeSignIn, beginSignIn, signIn, readCurrentReader } from "#tests/support/sales/sign-in.ts";
import { publicUrl } from "#tests/support/shop/test-services.ts";
import { openTestShop } from "#tests/support/shop/test-shop.ts";
import { withClock } from "#tests/support/shop/with-clock.ts";

const shop = await openTestShop();
const { db } = shop.services;
const changes = await subscribeToCatalogueChanges(shop.url, shop.pages.drop);
afterAll(changes.close);
const another = (name: string) => ({ name, email: `${name.toLowerCase().replaceAll(" ", ".")}@example.com` });
const updated = "Your information has been updated successfully.";
const { "E-mail": _email, ...home } = typedDelivery;

async function signedIn(name: string): Promise<PlainBrowser> {
  const reader = plainBrowser(shop);
  await signIn(reader, another(name));
  return reader;
}

/** The form that contains this button. */
function formWith(part: PagePart, button: string | RegExp): PagePart {
  return part.all("form").find((form) => form.buttons(button).length > 0)!;
}

const press = (reader: PlainBrowser, button: string | RegExp, typed = {}) =>
  reader.send(formWith(reader.main, button), typed, button);

const inputOf = (reader: PlainBrowser, label: string) =>
  reader.main.all("input").find((input) => input.label === label);

async function saveAddress(reader: PlainBrowser, typed: Record<string, string>) {
  await reader.open("/account/addresses/new");
  await press(reader, "Save address", typed);
}

test("a guest signs in from the cart, comes back to it, and has a way to the account", async () => {
  const reader = plainBrowser(shop);
  await putInCart(reader, "malgudi-days");
  await reader.open("/cart");
  const { href } = reader.page.first("header").link("Sign in");
  // Only the Referer header tells where the reader came from.
  const login = await readParts(await reader.fetch(href, { headers: { referer: `${publicUrl}/cart` } }));
  const form = formWith(login, "Login with Google");
  expect(form.attributes.action).toBe("/auth/google/start");
  const url = await beginSignIn(reader, Object.fromEntries(fieldsOf(form, {})));
  // Signing in with the one account that Google remembers needs no prompt.
  expect(url.searchParams.get("prompt")).toBeNull();
  const end = await completeSignIn(reader, await signInAtGoogle(url, another("No Script")));
  expect(end.headers.get("location")).toBe("/cart");
  await reader.open("/cart");
  expect(reader.main.links("Malgudi Days")).not.toEqual([]);
  expect(await readCurrentReader(reader)).toMatchObject({ name: "No Script" });
  const links = reader.page
    .first("header")
    .all("noscript")
    .flatMap((part) => part.links("My Account"));
  expect(links.map((link) => link.href)).toEqual(["/account"]);
});

test("a sign-in link that has expired leads to the sign-in page, and another app's browser is told to open a real one", async () => {
  const reader = plainBrowser(shop);
  await reader.open("/auth/google/callback?code=4/used&state=unknown");
  expect([reader.status, reader.main.headings(1)]).toEqual([400, ["This sign-in link has expired"]]);
  await reader.follow("Start again");
  expect(reader.main.headings(1)).toEqual(["Welcome Back"]);
  const words = "Open this page in your browser";
  expect(reader.main.text).not.toContain(words);
  const agent =
    "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1 Instagram 350.0.0.0";
  const inApp = await readParts(await reader.fetch("/login", { headers: { "user-agent": agent } }));
  expect(inApp.text).toContain(words);
});

test("a heart leads by the sign-in to the wishlist, where one press keeps the book and another removes it", async () => {
  const reader = plainBrowser(shop);
  await reader.open("/books/jaya");
  await reader.send(formWith(reader.main.first("article"), "Add to wishlist: Jaya"), {}, "Add to wishlist: Jaya");
  expect(reader.path).toBe("/login?next=%2Fwishlist%3Fadd%3Djaya");
  expect(reader.main.text).toContain("Sign in to keep your wishlist.");
  const fields = fieldsOf(formWith(reader.main, "Login with Google"), {});
  const end = await signIn(reader, another("Scriptless Wisher"), Object.fromEntries(fields));
  await reader.open(end.headers.get("location")!);
  await press(reader, "Put it on my wishlist");
  expect(reader.main.headings(3)).toEqual(["Jaya"]);
  expect(reader.main.all("summary").map(({ text }) => text)).toContain("Edit Jaya");
  // The button is in one form and belongs to another (`form` attribute).
  const [remove] = reader.main.buttons("Remove Jaya");
  const removal = reader.main.byId(remove!.attributes.form!);
  const body = new URLSearchParams([...fieldsOf(removal, {}), [remove!.attributes.name!, remove!.attributes.value!]]);
  const answer = await reader.fetch(removal.attributes.action!, { method: "POST", body });
  await reader.open(answer.headers.get("location")!);
  expect(reader.main.headings()).toContain("Nothing on your wishlist yet");
});

test("a list is shared by a link: a friend says what they get, and its owner does not see it", async () => {
  const reader = await signedIn("Sharing Lila");
  await reader.open("/wishlist?add=the-hobbit");
  await press(reader, "Put it on my wishlist");
  await press(reader, "Save The Hobbit", { Note: "The one with the maps" });
  expect(reader.main.text).toContain("The one with the maps");
  const folded = reader.main.all("details").find((part) => part.first("summary").text === "Share this list")!;
  expect(folded.attributes).not.toHaveProperty("open");
  await reader.send(formWith(folded, "Create a link"), {}, "Create a link");
  const link = inputOf(reader, "The link")!.attributes.value!.replace(publicUrl, "");

  const friend = plainBrowser(shop);
  await friend.open(link);
  expect(friend.main.text).toContain("The one with the maps");
  await press(friend, "I’ll get this The Hobbit");
  expect(friend.main.all("p").map(({ text }) => text)).toContain("You are getting this");

  await reader.open("/wishlist");
  expect(reader.main.headings(3)).toEqual(["The Hobbit"]);
  await reader.open(link);
  expect(reader.main.text).toContain("stays a surprise");
  for (const spoiler of [/getting this/, /I’ll get this/]) expect(reader.main.text).not.toMatch(spoiler);
});

test("details are saved by their forms, and a new e-mail address by the link of a letter", async () => {
  const reader = await signedIn("Plain Reader");
  await reader.open("/account");
  // The confirmation appears only after saving.
  expect(reader.main.text).not.toContain(updated);
  await press(reader, "Save changes", { Name: "Plain Raman", Phone: "098765 43210" });
  expect(reader.main.text).toContain(updated);
  expect(inputOf(reader, "Name")!.attributes.value).toBe("Plain Raman");
  const password = { "New password": "monsoon", "Confirm new password": "monsoon" };
  expect(inputOf(reader, "Current password")).toBeUndefined();
  expect(inputOf(reader, "Account password")).toBeUndefined();
  await press(reader, "Set password", password);
  expect(reader.main.text).toContain("Your password has been updated successfully.");
  await press(reader, "Update password", { "Current password": "not it", ...password });
  expect(reader.main.text).toContain("That is not your account password.");

  await reader.open("/account");
  await press(reader, "Save changes", { "E-mail": "plain.new@example.com", "Account password": "monsoon" });
  expect(reader.main.text).toContain("We have sent an e-mail to plain.new@example.com.");
  await sendDueLetters(shop.services);
  const letters = shop.mailbox.letters().filter(({ to }) => to === "plain.new@example.com");
  expect(letters.map(({ subject }) => subject)).toEqual([expect.stringContaining("Confirm your e-mail address")]);
  await reader.open(/\/account\/confirm-email\S+/.exec(letters[0]!.text)![0]);
  await press(reader, "Confirm this address");
  expect(reader.path).toBe("/account?done=information");
  expect(inputOf(reader, "E-mail")!.attributes.value).toBe("plain.new@example.com");
});

test("an address is saved as the default and deleted, and the account is deleted with its password", async () => {
  const reader = await signedIn("Leaving Reader");
  await reader.open("/account/addresses");
  expect(reader.main.headings()).toContain("No address yet");
  await reader.follow("Add an address");
  await press(reader, "Save address", home);
  expect(reader.main.text).toContain("Your address is saved.");
  const card = reader.main.all("li").find(({ text }) => text.includes("12 Church Street"))!;
  expect(card.text).toContain("Default");
  await press(reader, /^Delete/);
  expect(reader.main.headings()).toContain("No address yet");

  await reader.open("/account");
  await press(reader, "Set password", { "New password": "monsoon", "Confirm new password": "monsoon" });
  await reader.open("/account/delete");
  await press(reader, "Delete my account", { "Account password": "monsoon" });
  expect(reader.main.headings(1)).toEqual(["Your account is deleted"]);
  await reader.open("/account");
  expect(reader.path).toMatch(/^\/login\?next=/);
});

test("an order goes to a saved address; its card is forgotten, its data are in the file, and its account stays while it is open", async () => {
  const reader = await signedIn("Kabir Bose");
  await saveAddress(reader, { ...home, Address: "9 Park Street", "PIN code": "700016", State: "West Bengal" });
  await saveAddress(reader, home);
  await putInCart(reader, "the-monk-who-sold-his-ferrari");
  await reader.open("/cart");
  const details = reader.main.part("Delivery details");
  for (const words of ["9 Park Street", "+91 98765 43210"]) expect(details.text).toContain(words);
  const shown = details.all("input", "select", "textarea").filter(({ attributes }) => attributes.type !== "hidden");
  expect(shown).toEqual([]);
  expect(reader.main.text).toMatch(/Free delivery to 700016, arriving/);
  const addressLine = () => inputOf(reader, "Address")!.attributes.value ?? "";
  await reader.follow("Change the address");
  expect(addressLine()).toBe("9 Park Street");
  await reader.follow(/12 Church Street/);
  expect(reader.main.part("Delivery details").text).toContain("12 Church Street");
  expect(reader.main.text).toMatch(/Free delivery to 560001, arriving/);
  await reader.follow("Change the address");
  await reader.follow("Another address");
  expect(addressLine()).toBe("");
  const save = reader.main.all("input").find(({ label }) => label.startsWith("Save this address"))!;
  expect(save.attributes).not.toHaveProperty("checked");
  const opened = await pressPay(reader);
  expect(await payOrder(shop, reader, opened)).toBe("paid");
  const number: string = opened.body.orderNumber;
  await reader.open(`/orders/${number}`);
  expect(reader.main.part("Delivery address").text).toContain("9 Park Street");
  await reader.open("/orders");
  expect(reader.main.headings(1)).toEqual(["Order History"]);
  expect(reader.main.text).toContain(number);

  await reader.open("/account");
  await reader.follow("Payment Methods", reader.page.part("Account"));
  await press(reader, /^Forget .*1007$/);
  expect(reader.main.text).toContain("We don’t keep cards or UPI.");

  await reader.open("/account/privacy");
  const purpose = "E-mails that ask for a review";
  const consent = () => reader.main.all("li").find(({ text }) => text.includes(purpose))!;
  const state = () =>
    consent()
      .all("p")
      .map(({ text }) => text);
  expect(state()).toContain("Off");
  await reader.send(consent().first("form"), {}, `Turn on ${purpose}`);
  expect(state()).toContain("On");
  expect(consent().buttons(`Turn off ${purpose}`)).toHaveLength(1);
  const download = formWith(reader.main, "Download my data");
  const data = await reader.fetch(download.attributes.action!, { method: "POST", body: new URLSearchParams() });
  const text = await data.text();
  for (const words of [number, "9 Park Street", "kabir.bose@example.com"]) expect(text).toContain(words);

  await reader.follow("Delete my account");
  expect(reader.main.link(number).href).toBe(`/orders/${number}`);
  expect(reader.main.buttons("Delete my account")).toEqual([]);
});

test("a review is written from the order's page, read and changed and withdrawn, and a guest who would write signs in", async () => {
  await setStock(db, "samskara", 5);
  const reader = await signedIn("Reviewing Tara");
  await putInCart(reader, "samskara");
  const opened = await pressPay(reader, typedDelivery);
  expect(await payOrder(shop, reader, opened)).toBe("paid");
  const number: string = opened.body.orderNumber;
  await shipOrder(withClock(db), number, { carrier: "India Post", trackingNumber: "EE1", trackingUrl: "" });
  await deliverOrder(withClock(db), number);
  await reader.open(`/orders/${number}`);
  await reader.follow("Review this book Samskara");
  expect(reader.main.headings()).toContain("Samskara");
  expect(inputOf(reader, "Shown as")!.attributes.value).toBe("Reviewing T.");

  const guest = plainBrowser(shop);
  const onPage = async () => {
    await guest.open("/books/samskara");
    const lines = guest.main.part("What readers say").all("li");
    return lines.filter(({ text }) => text.includes("A fever of a book.")).map(textWithNames);
  };
  expect(await onPage()).toEqual([]);
  const words = { "4 stars": true, "What did you think of the book?": "A fever of a book.\n\nएक साँस में पढ़ा।" } as const;
  await press(reader, "Publish your review", words);
  expect(reader.main.text).toContain("Thank you. Your review is on the book’s page.");
  await expect.poll(onPage).toHaveLength(1);
  const [line] = await onPage();
  for (const part of ["Reviewing T.", "Bought it here", "4 out of 5 stars", "एक साँस में पढ़ा।"])
    expect(line).toContain(part);
  await press(reader, "Save changes", { "2 stars": true });
  await expect.poll(onPage).toEqual([expect.stringContaining("2 out of 5 stars")]);
  await guest.follow("Write a review");
  expect(guest.main.headings(1)).toEqual(["Welcome Back"]);
  expect(guest.main.text).toContain("Sign in to write your review.");

  await reader.open("/account/reviews");
  await reader.follow("Change or withdraw Samskara");
  await press(reader, "Delete it");
  expect(reader.main.text).toContain("Your review is deleted.");
  expect(reader.main.first("textarea").rawText.trim()).toBe("");
  await expect.poll(onPage).toEqual([]);
});

/** The text of a part, with the labels of its pictures. */
function textWithNames(part: PagePart): string {
  const names = part.all().map(({ attributes }) => attributes["aria-label"] ?? attributes.alt ?? "");
  return [part.text, ...names].join(" ");
}
