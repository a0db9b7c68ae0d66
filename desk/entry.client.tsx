import { startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { HydratedRouter } from "react-router/dom";

import { reportUnlessTranslated, surviveTranslation } from "#app/client/translated-pages.ts";
import { holdUnanswered } from "./unanswered-form.ts";

surviveTranslation();
window.fetch = holdUnanswered(window.fetch.bind(window));

startTransition(() => {
  hydrateRoot(document, <HydratedRouter />, { onRecoverableError: reportUnlessTranslated });
});
