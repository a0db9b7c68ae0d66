import type { ComponentProps } from "react";
// The only one that takes the router's own.
// oxlint-disable-next-line no-restricted-imports
import { Form as RouterForm, useRouteLoaderData } from "react-router";

/**
 * A form of the desk. One that changes something carries the key of the page as it is shown now: sent twice, also from a page
 * that somebody went back to, it is done once and gets the same answer (`shop/people/staff/run-action.server.ts`).
 */
export function Form({ children, ...form }: ComponentProps<typeof RouterForm>) {
  const once = useOnceKey();
  return (
    <RouterForm {...form}>
      {form.method === "post" && once && <input type="hidden" name="once" value={once} />}
      {children}
    </RouterForm>
  );
}

/** The key that forms of the page carry: a new one whenever the page is read anew. */
export function useOnceKey(): string | undefined {
  return useRouteLoaderData<{ once: string }>("root")?.once;
}
