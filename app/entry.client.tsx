import { startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { HydratedRouter } from "react-router/dom";

function takeOver() {
  startTransition(() => {
    hydrateRoot(document, <HydratedRouter />);
  });
}

// To take over a page is work that its first paint would have to wait for. In a hidden tab nothing is painted.
if (document.hidden) takeOver();
else requestAnimationFrame(() => setTimeout(takeOver));
