import { findRoute } from "#routing/find-route.ts";
import { pageLimits } from "./page.ts";

/**
 * Reads the address of a page as it was typed, such as `school-orders`; returns the address, or what is wrong with it.
 * A whole path such as `/pages/school-orders` is accepted too.
 */
export function readPageAddress(typed: string): { id: string } | { fault: string } {
  const id = typed.toLowerCase().replace(/^\/?pages\//, "");
  if (id === "") return { fault: "Write an address, such as school-orders." };
  if (id.length > pageLimits.id) return { fault: `Write at most ${pageLimits.id} characters.` };
  if (!/^[a-z0-9-]+$/.test(id) || !/[a-z0-9]/.test(id))
    return { fault: "Use only the letters a to z, digits and hyphens, such as school-orders." };
  if (findRoute(`/${id}`)) return { fault: `The shop already has a page at /${id}. Choose another address.` };
  return { id };
}
