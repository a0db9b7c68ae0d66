import { useEffect, useRef } from "react";
import { Link, useLocation } from "react-router";

import { cartNotice, setCartNotice } from "#app/client/cart/cart-notice.ts";
import { useStore } from "#app/client/storage/use-store.ts";
import { href } from "#routing/href.ts";
import { AlertIcon, CheckIcon, CloseIcon } from "#ui/icons.tsx";

const shownForMs = 8000;

/** Toast about the last change of the cart; disappears after 8 s, when closed, or on another page. */
export function CartToast() {
  const notice = useStore(cartNotice, (shown) => shown, null);
  const { key, pathname } = useLocation();
  const box = useRef<HTMLDivElement>(null);

  const shownKey = useRef(key);
  useEffect(() => {
    // A notice that was shown before hydration stays.
    if (shownKey.current !== key) setCartNotice(null);
    shownKey.current = key;
  }, [key]);
  useEffect(() => {
    if (!notice) return;
    const timer = setInterval(() => {
      if (!box.current?.matches(":hover, :focus-within")) setCartNotice(null);
    }, shownForMs);
    return () => clearInterval(timer);
  }, [notice]);

  return (
    <div
      ref={box}
      className={`cart-toast fixed inset-x-3 z-50 max-sm:top-[calc(var(--header-height)+0.5rem)] mx-auto flex max-w-narrow items-center gap-3 rounded-sm bg-raised py-2 pr-2 pl-4 shadow-float transition-[opacity,translate] duration-200 ease-out sm:right-6 sm:bottom-6 sm:left-auto sm:mx-0 ${notice ? "" : "invisible translate-y-3 opacity-0"}`}
    >
      <span className={notice?.isError ? "text-vermilion" : "text-leaf"}>
        {notice?.isError ? <AlertIcon /> : <CheckIcon />}
      </span>
      <div role="status" className="flex min-w-0 flex-1 flex-wrap items-center gap-x-2">
        {notice && (
          <>
            <span className="line-clamp-3">{notice.message}</span>
            {!notice.isError && pathname !== href("/cart") && (
              <Link
                to={href("/cart")}
                reloadDocument
                className="link inline-flex min-h-8 items-center max-sm:min-h-11 font-semibold"
              >
                View your cart
              </Link>
            )}
          </>
        )}
      </div>
      <button
        type="button"
        onClick={() => setCartNotice(null)}
        aria-label="Close this message"
        className="grid size-11 place-items-center text-quiet hover:text-ink"
      >
        <CloseIcon className="size-5" />
      </button>
    </div>
  );
}
