import { useEffect } from "react";
import { useLocation, useNavigationType } from "react-router";

import { isFirstOfVisit } from "#app/client/storage/denied-storage.ts";

/** The path of the page shown before; null until the first page of this document is shown. */
let shownPath: string | null = null;

/**
 * Puts the focus on the heading of a page that a link of the shop led to, so that screen readers announce it and the
 * next Tab reaches its content, not the header. Back and forward keep the browser's place.
 */
export function usePageFocus() {
  const { pathname, hash } = useLocation();
  const type = useNavigationType();
  useEffect(() => {
    const isFollowed = shownPath === null ? isLoadedByLink() : shownPath !== pathname && type === "PUSH";
    shownPath = pathname;
    if (isFollowed && !hash) focusHeading();
  }, [pathname, hash, type]);
}

/** Whether a link of the shop loaded this document; the cart's link does, as its security policy is its own. */
function isLoadedByLink(): boolean {
  const [entry] = performance.getEntriesByType("navigation");
  return entry instanceof PerformanceNavigationTiming && entry.type === "navigate" && !isFirstOfVisit();
}

function focusHeading() {
  const main = document.getElementById("main");
  // In a preview of the desk the focus would leave the form that is being typed in.
  if (window.parent !== window) return;
  const { activeElement } = document;
  // The page may have placed the focus itself, and a reader in the search field may go on typing.
  if (!main || main.contains(activeElement) || activeElement?.matches("input")) return;
  const heading = main.querySelector("h1") ?? main;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}
