import { startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { HydratedRouter } from "react-router/dom";

import { holdUnanswered } from "./unanswered-form.ts";

window.fetch = holdUnanswered(window.fetch.bind(window));

startTransition(() => {
  hydrateRoot(document, <HydratedRouter />);
});
