import { expect, test } from "#tests/support/journey.ts";
import { cartLink, putInCart } from "#tests/support/shopper.ts";

test.use({ javaScriptEnabled: false });

test("from home by a category to a book in the cart, without JavaScript", async ({ page }) => {
  await page.goto("/");
  await page.getByRole("region", { name: "Browse Categories" }).getByRole("listitem").getByRole("link").first().click();
  await expect(page).toHaveURL(/\/categories\?id=fiction$/);
  await page.getByRole("main").getByRole("link", { name: "Malgudi Days" }).click();
  await expect(page).toHaveURL("/books/malgudi-days");
  await page.getByRole("article").first().getByRole("button", { name: "Add to Cart" }).click();
  await expect(page).toHaveURL("/cart");
  await expect(page.getByRole("main").getByRole("link", { name: "Malgudi Days" })).toBeVisible();

  await page.getByRole("button", { name: "Increase quantity of Malgudi Days" }).click();
  await expect(page.getByText("Total ₹848.00")).toBeVisible();
  await page.getByRole("button", { name: "Decrease quantity of Malgudi Days" }).click();
  await expect(page.getByText("Total ₹424.00")).toBeVisible();
  await expect(page.getByRole("button", { name: "Decrease quantity of Malgudi Days" })).toBeDisabled();

  await page.getByRole("button", { name: "Remove Malgudi Days" }).click();
  await expect(page.getByRole("heading", { name: "Your cart is empty" })).toBeVisible();
  await page.getByRole("link", { name: "Continue Shopping" }).click();
  await expect(page).toHaveURL("/");
});

test("the cart is emptied without JavaScript, and found again by the header's link", async ({ page }) => {
  await putInCart(page, "jaya", "sita");
  await page.goto("/");
  await cartLink(page).click();
  await expect(page.getByRole("main").getByRole("link", { name: "Jaya" })).toBeVisible();
  await page.getByRole("button", { name: "Clear Cart" }).click();
  await expect(page.getByRole("heading", { name: "Your cart is empty" })).toBeVisible();
});

test("the cart says that paying needs JavaScript, and pressing the button says it again and keeps the cart", async ({
  page,
}) => {
  await putInCart(page, "jaya");
  await page.goto("/cart");
  const note = "Paying needs JavaScript, because the card form is Razorpay’s own. Your cart is saved";
  await expect(page.locator("noscript p")).toContainText(note); // text locators pass over noscript
  await page.getByRole("button", { name: "Pay with Razorpay" }).click();
  await expect(page.getByRole("status").filter({ hasText: note })).toBeVisible();
  await expect(page.getByRole("main").getByRole("link", { name: "Jaya" })).toBeVisible();
});

test("search works without JavaScript, and an empty one stays where it is", async ({ page }) => {
  await page.goto("/");
  const search = page.getByRole("main").getByRole("search");
  await search.getByRole("button", { name: "Search" }).click();
  await expect(page).toHaveURL("/");
  await search.getByRole("searchbox").fill("hobbit");
  await search.getByRole("button", { name: "Search" }).click();
  await expect(page.getByRole("main").getByRole("link", { name: "The Hobbit" })).toBeVisible();
  await page.goto("/search?q=zzzqqq");
  await expect(page.getByRole("heading", { name: "No books found" })).toBeVisible();
});

test("authors and the chart are read without JavaScript", async ({ page }) => {
  await page.goto("/authors");
  await page.getByRole("main").getByRole("link", { name: "R. K. Narayan" }).click();
  await page.getByRole("link", { name: "Back to all authors" }).click();
  await expect(page).toHaveURL("/authors");
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Best Sellers" }).click();
  await expect(page.getByRole("main").getByRole("article")).toHaveCount(20);
});

test("more copies than there are is refused in words, without JavaScript", async ({ page }) => {
  await putInCart(page, "second-foundation");
  await page.goto("/books/second-foundation");
  await page.getByRole("article").first().getByRole("button", { name: "Add to Cart" }).click();
  await expect(page.getByText("Your cart already has every copy of that book we can sell you.")).toBeVisible();
});
