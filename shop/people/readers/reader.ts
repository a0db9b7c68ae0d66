/** Who a person is, as confirmed by a sign-in method; `issuer` and `sub` together identify the person. */
export interface Identity {
  /** Who confirms it, such as `https://accounts.google.com`. */
  issuer: string;
  sub: string;
  name: string;
  /** Null unless the issuer has verified it. */
  email: string | null;
  pictureUrl: string | null;
}

/** A signed-in reader. */
export interface Reader {
  id: number;
  name: string;
  /** Null if no address is verified. */
  email: string | null;
  /** `+91` and ten digits; null until the reader enters it. */
  phone: string | null;
  pictureUrl: string | null;
}

/** The content of `auth-storage` in the browser: enough to draw the header; it authorises nothing. */
export interface AuthStorage {
  state: {
    user: { id: string; name: string; email: string | null; photoURL: string | null };
    isAuthenticated: true;
    token: string;
  };
  version: 0;
}

/** Builds the browser's copy of the sign-in state, in the shape that the specification gives `auth-storage`. */
export function authStorageOf(reader: Reader, authToken: string): AuthStorage {
  const { id, name, email, pictureUrl } = reader;
  return {
    state: { user: { id: String(id), name, email, photoURL: pictureUrl }, isAuthenticated: true, token: authToken },
    version: 0,
  };
}
