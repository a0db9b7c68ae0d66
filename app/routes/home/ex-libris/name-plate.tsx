import { useLayoutEffect } from "react";
import { createRoot } from "react-dom/client";

import { useCopiesInCart } from "#app/client/cart/use-copies-in-cart.ts";
import { plateName } from "#app/client/plate-name.ts";
import { useStore } from "#app/client/storage/use-store.ts";
import { NameField } from "#app/components/plates/name-field.tsx";
import { Plate } from "#app/components/plates/plate.tsx";
import type { BookCard } from "#shop/catalogue/books/book.ts";
import { CloseIcon } from "#ui/icons.tsx";

interface NamePlateProps {
  book: BookCard;
  formId: string;
  onClose: () => void;
}

/**
 * Opens the bookplate of the hero's front book in the place of its cover. A React root of its own, so that a first visit
 * loads nothing of it; closing gives the focus back to `link`.
 */
export function openPlate(link: HTMLElement, book: BookCard, formId: string): void {
  const front = document.querySelector(".fan-front");
  if (!front || front.querySelector(".name-plate")) return;
  const place = Object.assign(document.createElement("div"), { className: "name-plate" });
  front.append(place);
  const root = createRoot(place);
  const close = () => {
    root.unmount();
    place.remove();
    link.focus();
  };
  root.render(<NamePlate book={book} formId={formId} onClose={close} />);
}

function NamePlate({ book, formId, onClose }: NamePlateProps) {
  const isInCart = useCopiesInCart(book.id) > 0;
  const isNamed = useStore(plateName, (name) => name !== "", false);
  const foot = !isInCart ? "Goes with Add to Cart" : isNamed ? "In your cart, with your name" : "In your cart";
  // Before the field has the focus, so that no Escape is lost.
  useLayoutEffect(() => {
    const closeOnEscape = (event: KeyboardEvent) => {
      if (event.key === "Escape" && !event.defaultPrevented) onClose();
    };
    document.addEventListener("keydown", closeOnEscape);
    return () => document.removeEventListener("keydown", closeOnEscape);
  }, [onClose]);
  return (
    <>
      <button
        type="button"
        onClick={onClose}
        aria-label="Close the bookplate"
        className="grid size-11 place-items-center"
      >
        <CloseIcon className="size-5" />
      </button>
      <Plate book={book} coverKey={book.coverKey} foot={foot}>
        <NameField formId={formId} isFocused />
      </Plate>
    </>
  );
}
