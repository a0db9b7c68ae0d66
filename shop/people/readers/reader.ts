/** A reader who is signed in. */
export interface Reader {
  id: number;
  name: string;
  /** Null when Google gave none that it has verified. */
  email: string | null;
  /** `+91` and ten digits; null until the reader gives it. */
  phone: string | null;
  pictureUrl: string | null;
}

/** What `auth-storage` keeps in the browser: enough to draw the header, no power over anything. */
export interface AuthStorage {
  state: {
    user: { id: string; name: string; email: string | null; photoURL: string | null };
    isAuthenticated: true;
    token: string;
  };
  version: 0;
}

/** The browser's own note of a sign-in, in the shape that the specification's `auth-storage` has. */
export function authStorageOf(reader: Reader, authToken: string): AuthStorage {
  const { id, name, email, pictureUrl } = reader;
  return {
    state: { user: { id: String(id), name, email, photoURL: pictureUrl }, isAuthenticated: true, token: authToken },
    version: 0,
  };
}
