import type { ComponentProps } from "react";
// The only file that may import the router's form.
// oxlint-disable-next-line no-restricted-imports
import { Form as RouterForm, useRouteLoaderData } from "react-router";

/**
 * A form of the desk. A form that posts contains the page's idempotency key: if it is sent twice, even after going back
 * in the browser, the action runs only once, and both requests get the response of the first
 * (`shop/people/staff/run-action.server.ts`).
 */
export function Form({ children, ...form }: ComponentProps<typeof RouterForm>) {
  const once = useIdempotencyKey();
  return (
    <RouterForm {...form}>
      {form.method === "post" && once && <input type="hidden" name="once" value={once} />}
      {children}
    </RouterForm>
  );
}

/** Idempotency key of the page's forms; each load of the page gets a new one. */
export function useIdempotencyKey(): string | undefined {
  return useRouteLoaderData<{ once: string }>("root")?.once;
}
