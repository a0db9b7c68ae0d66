import type { GoogleFaults } from "./faults.ts";
import type { Grants } from "./grants.ts";
import type { KeyRing } from "./key-ring.ts";

/** What every part of the stand-in works with. */
export interface GoogleContext {
  /** Its public URL, without a slash at the end. */
  issuer: string;
  /** The path of that URL: "/stand-ins/google", or "" on an origin of its own. */
  basePath: string;
  clientId: string;
  clientSecret: string;
  /** The addresses the client may be sent back to. */
  redirectUris: readonly string[];
  hasControl: boolean;
  faults: GoogleFaults;
  keys: KeyRing;
  grants: Grants;
  nowMs(): number;
}
