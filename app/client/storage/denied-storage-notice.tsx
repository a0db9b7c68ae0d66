import { useState } from "react";
import { createRoot } from "react-dom/client";

import { CloseIcon } from "#ui/icons.tsx";

const words = {
  cookies:
    "Your browser blocks cookies for this shop. You can look at every book, but a cart, a sign-in and a wishlist cannot be kept. To buy, allow cookies for this site and reload the page.",
  storage:
    "Your browser stores nothing for this shop. Your wishlist and your last searches on this device are gone when you leave the page.",
};

/** Shows at the foot of the window what does not work while the browser denies site data. */
export function showDeniedStorage(denied: keyof typeof words): void {
  const place = document.createElement("div");
  document.body.append(place);
  createRoot(place).render(<Notice text={words[denied]} />);
}

function Notice({ text }: { text: string }) {
  const [isShown, setIsShown] = useState(true);
  if (!isShown) return null;
  return (
    <aside aria-label="Cookies and site data" className="connection-banner">
      <p role="status" className="min-w-0 flex-1">
        {text}
      </p>
      <button
        type="button"
        onClick={() => setIsShown(false)}
        aria-label="Close this message"
        className="-my-1 -mr-2.5 grid size-11 shrink-0 place-items-center text-quiet hover:text-ink"
      >
        <CloseIcon className="size-5" />
      </button>
    </aside>
  );
}
