import Link from "next/link";

export const metadata = { title: { default: "Books", template: "%s – Books" } };

export default function Layout({ children }) {
  return (
    <html lang="en-IN">
      <body>
        <header>
          <Link href="/">Books</Link>
          <form action="/search">
            <input type="search" name="q" aria-label="Find a book" placeholder="Title or author" />
            <button>Search</button>
          </form>
          <nav aria-label="Shop">
            <Link href="/categories">Categories</Link>
            <Link href="/authors">Authors</Link>
            <Link href="/best-sellers">Best sellers</Link>
            <Link href="/special-offers">Special offers</Link>
            <Link href="/wishlist">Wishlist</Link>
            <Link href="/cart">Cart</Link>
          </nav>
        </header>
        <main>{children}</main>
        <footer>
          <nav aria-label="About">
            <Link href="/about">About</Link>
            <Link href="/shipping">Shipping</Link>
            <Link href="/returns">Returns</Link>
            <Link href="/faq">Questions</Link>
            <Link href="/contact">Contact</Link>
            <Link href="/privacy">Privacy</Link>
            <Link href="/terms">Terms</Link>
          </nav>
        </footer>
      </body>
    </html>
  );
}
