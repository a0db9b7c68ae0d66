import { html } from "hono/html";

import { controlButton } from "@endpaper/stand-in-kit/control-page";
import type { Control } from "@endpaper/stand-in-kit/control";
import type { GoogleContext } from "./context.ts";

/** The control page and API: faults, key rotation, and reset. */
export function googleControl({ basePath, faults, grants, keys }: GoogleContext): Control {
  const current = () => ({ faults: faults.current() });
  return {
    basePath,
    title: "Google stand-in",
    faults,
    above: () =>
      html`<div class="acts">
        ${controlButton(basePath, "rotate-keys", "Rotate the keys")}
        ${controlButton(basePath, "reset", "Turn everything off")}
      </div>`,
    reads: {},
    acts: {
      reset() {
        faults.clear();
        grants.clear();
        return current();
      },
      "rotate-keys"() {
        keys.rotate();
        return current();
      },
    },
  };
}
