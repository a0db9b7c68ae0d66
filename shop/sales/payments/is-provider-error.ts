import type { ProviderError } from "./payment-provider.ts";

/** Whether a payment provider failed; not by `instanceof`, because the built pages have a copy of the class. */
export function isProviderError(error: unknown): error is ProviderError {
  return error instanceof Error && "provider" in error && "kind" in error;
}
