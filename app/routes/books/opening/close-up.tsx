import { useRef, type MouseEvent } from "react";

import type { BookPage } from "#shop/catalogue/books/book.ts";
import { Button } from "#ui/button.tsx";
import { CloseIcon, LoupeIcon } from "#ui/icons.tsx";

/** Link that opens the cover in a dialog; without JavaScript it leads to the image. */
export function CloseUp({ book }: { book: BookPage }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const picture = `/covers/${book.coverKey}-960.webp`;

  function open(event: MouseEvent) {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    dialog.current?.showModal();
  }

  return (
    <>
      <a href={picture} onClick={open} title="See the cover up close" className="board-loupe">
        <LoupeIcon />
        <span className="sr-only">See the cover up close</span>
      </a>
      {/* Keyboard users close the dialog by Escape or the button, pointer users by a click anywhere. */}
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions */}
      <dialog
        ref={dialog}
        aria-label="The cover, up close"
        className="close-up"
        onClick={() => dialog.current?.close()}
      >
        <img src={picture} width="960" height="1440" alt={`Cover of ${book.title}`} loading="lazy" />
        <p className="text-small">The front cover of this edition.</p>
        <form method="dialog">
          <Button variant="outline" aria-label="Close">
            <CloseIcon />
          </Button>
        </form>
      </dialog>
    </>
  );
}
