import type { GoogleFaults } from "./faults.ts";
import type { Grants } from "./grants.ts";
import type { KeyRing } from "./key-ring.ts";

/** The state that all parts of the stand-in share. */
export interface GoogleContext {
  /** Its public URL, without a slash at the end. */
  issuer: string;
  /** The path of that URL: "/stand-ins/google", or "" for an origin of its own. */
  basePath: string;
  clientId: string;
  clientSecret: string;
  /** The registered callback addresses. */
  redirectUris: readonly string[];
  hasControl: boolean;
  faults: GoogleFaults;
  keys: KeyRing;
  grants: Grants;
  nowMs(): number;
}
