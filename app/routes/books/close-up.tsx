import { useRef, type MouseEvent, type ReactNode } from "react";

import type { BookPage } from "#shop/catalogue/book.ts";
import { Button } from "#ui/button.tsx";
import { CloseIcon } from "#ui/icons.tsx";

/** Opens the cover at its largest over the page; without a script the link leads to the picture. */
export function CloseUp({ book, children }: { book: BookPage; children: ReactNode }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const picture = `/covers/${book.coverKey}-960.webp`;

  function open(event: MouseEvent) {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    dialog.current?.showModal();
  }

  return (
    <>
      <a href={picture} onClick={open} className="block cursor-zoom-in">
        {children}
        <span className="sr-only">, up close</span>
      </a>
      {/* Escape and the button close it for the keyboard; a click anywhere does for the hand. */}
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions */}
      <dialog
        ref={dialog}
        aria-label="The cover, up close"
        className="close-up"
        onClick={() => dialog.current?.close()}
      >
        <img src={picture} width="960" height="1440" alt={`Cover of ${book.title}`} loading="lazy" />
        <form method="dialog">
          <Button variant="outline" aria-label="Close">
            <CloseIcon />
          </Button>
        </form>
      </dialog>
    </>
  );
}
