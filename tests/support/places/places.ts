/** All pages and states of the shop that axe and the screenshots check, and how a reader gets there. */
import { expect, type Page } from "@playwright/test";

import type { Db } from "#db/connect.ts";

import { accountPlaces } from "./account-places.ts";
import { informationPlaces } from "./information-places.ts";
import { oddPlaces } from "#tests/support/odd-books.ts";
import { orderPlaces } from "./order-places.ts";
import { reviewPlaces } from "./review-places.ts";
import {
  expectPaid,
  expectReady,
  openCart,
  openWidget,
  payButton,
  payInWidget,
  putInCart,
} from "#tests/support/sales/shopper.ts";
import { signInPlaces } from "./sign-in-places.ts";
import { wishPlaces } from "#tests/support/sales/wisher.ts";

type Places = Record<string, (page: Page, db: Db) => Promise<unknown>>;

const bookPlaces: Places = {
  "a book": (page) => page.goto("/books/foundation-and-empire"),
  "a book with reviews and an excerpt": async (page) => {
    await page.goto("/books/mindful-reading");
    await expectReady(page);
    await page.getByLabel("Delivery to PIN code").fill("560001");
    await page.getByRole("button", { name: "Check" }).click();
    await expect(page.getByText(/arriving/)).toBeVisible();
  },
  "an open book": (page) => page.goto("/books/mindful-reading/look-inside"),
  "an open book with the bookseller's words": (page) => page.goto("/books/raag-darbari/look-inside"),
  "an open book at its contents": (page) => page.goto("/books/interpreter-of-maladies/look-inside"),
  "an open book at its title page": (page) => page.goto("/books/foundation-and-empire/look-inside"),
  "an open book that is sold out": (page) => page.goto("/books/in-custody/look-inside"),
  "a book that is sold out": (page) => page.goto("/books/in-custody"),
  ...reviewPlaces,
};

const shelfPlaces: Places = {
  "one category": (page) => page.goto("/categories/poetry"),
  "a shelf with choices": (page) => page.goto("/categories/fiction?format=hardback&price=300-499&sort=newest"),
  "a shelf with a choice that is unknown": (page) =>
    page.goto("/categories/fiction?format=papyrus&rating=5&language=hi"),
  "one author": (page) => page.goto("/authors/r-k-narayan"),
  "a reading list": (page) => page.goto("/reading-lists/first-hindi-shelf"),
  "a series": (page) => page.goto("/series/foundation"),
  "a search that found books": (page) => page.goto("/search?q=the%20s"),
  "a search without a question": (page) => page.goto("/search"),
  "a search that found none": (page) => page.goto("/search?q=zzzqqq"),
};

const cartPlaces: Places = {
  "an empty cart": (page) => page.goto("/cart"),
  "a cart with books": async (page) => {
    await putInCart(page, "malgudi-days", "the-hobbit");
    await openCart(page);
  },
  "a cart that is collected": async (page) => {
    await putInCart(page, "malgudi-days");
    await openCart(page);
    await page.getByRole("link", { name: "Collect it at the shop" }).click();
    await expect(page.getByRole("heading", { name: "Who collects the books" })).toBeVisible();
  },
  "a cart from which a book was taken": async (page) => {
    await putInCart(page, "malgudi-days", "the-hobbit");
    await openCart(page);
    await page.getByRole("button", { name: "Remove Malgudi Days" }).click();
    await expect(page.getByRole("button", { name: "Undo" })).toBeVisible();
  },
  "a book in the cart": async (page) => {
    await page.goto("/books/malgudi-days");
    await expectReady(page);
    await page
      .getByRole("button", { name: /^Add to Cart/ })
      .first()
      .click();
    await expect(page.getByRole("link", { name: "In your cart, 1" })).toBeVisible();
  },
  "a cart with errors": async (page) => {
    await putInCart(page, "malgudi-days");
    await openCart(page);
    await payButton(page).click();
    await expect(page.getByText("Please check these fields:")).toBeVisible();
  },
  "a paid cart": async (page) => {
    await payInWidget(await openWidget(page, "the-monk-who-sold-his-ferrari"));
    await expectPaid(page);
  },
};

const missingPlaces: Places = {
  "a missing book": (page) => page.goto("/books/no-such-book"),
  "a missing page": (page) => page.goto("/no/such/page"),
};

/** The places by subject. */
export const placesAbout: Record<string, Places> = {
  books: bookPlaces,
  shelves: shelfPlaces,
  "the cart": cartPlaces,
  information: informationPlaces,
  "signing in": signInPlaces,
  orders: orderPlaces,
  wishlists: wishPlaces,
  "the account": accountPlaces,
  "books that fit badly": oddPlaces,
  "what is missing": missingPlaces,
};

/** The places by name. */
export const places: Places = Object.assign({}, ...Object.values(placesAbout));
