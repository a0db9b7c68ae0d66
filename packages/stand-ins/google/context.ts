import type { GoogleFaults } from "./faults.ts";
import type { Grants } from "./grants.ts";
import type { KeyRing } from "./key-ring.ts";

/** The state that all parts of the stand-in share. */
export interface GoogleContext {
  /** The public URL of the stand-in, without a slash at the end. */
  issuer: string;
  /** The path of `issuer`: "/stand-ins/google", or "" for an origin of its own. */
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
