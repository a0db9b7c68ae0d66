"use client";

import { useState } from "react";

/** Sends the form in the background; without JavaScript the browser posts it. */
async function send(event) {
  event.preventDefault();
  const { action, method } = event.currentTarget;
  await fetch(action, { method, body: new URLSearchParams(new FormData(event.currentTarget)) });
}

export function AddToCart({ bookId, title, isSoldOut }) {
  if (isSoldOut) return <p>Sold out</p>;
  return (
    <form method="post" action="/cart/lines" onSubmit={send}>
      <input type="hidden" name="intent" value="add" />
      <input type="hidden" name="bookId" value={bookId} />
      <button className="button">
        Add to Cart<span className="unseen">: {title}</span>
      </button>
    </form>
  );
}

export function WishHeart({ bookId, title }) {
  const [isWished, setWished] = useState(false);
  function submit(event) {
    setWished(!isWished);
    void send(event);
  }
  return (
    <form method="post" action="/wishlist/books" onSubmit={submit}>
      <input type="hidden" name="bookId" value={bookId} />
      <button aria-pressed={isWished} aria-label={`${isWished ? "Remove from" : "Add to"} wishlist: ${title}`}>
        <svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
          <path d="M12 20s-7.5-4.6-7.5-10A4.3 4.3 0 0 1 12 7.3 4.3 4.3 0 0 1 19.5 10c0 5.4-7.5 10-7.5 10z" />
        </svg>
      </button>
    </form>
  );
}
