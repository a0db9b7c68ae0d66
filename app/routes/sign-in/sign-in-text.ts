import type { EndpaperInks, EndpaperPattern } from "#ui/endpaper.tsx";

/** Texts and patterns in which the sign-in and the registration page differ. */
export interface SignInText {
  intent: "login" | "register";
  title: string;
  sentence: string;
  button: string;
  other: { question: string; intent: "login" | "register"; label: string };
  pattern: EndpaperPattern;
  inks: EndpaperInks;
}

const login: SignInText = {
  intent: "login",
  title: "Welcome Back",
  sentence: "Your cart, your orders and your wishlist, on every device.",
  button: "Login with Google",
  other: { question: "New here?", intent: "register", label: "Create your account" },
  pattern: "scales",
  inks: "neel",
};

const register: SignInText = {
  intent: "register",
  title: "Create Your Account",
  sentence: "Keep your cart, follow your orders and start a wishlist. You need no new password.",
  button: "Register with Google",
  other: { question: "Already have an account?", intent: "login", label: "Sign in" },
  pattern: "buti",
  inks: "haldi",
};

/** What readers sign in for, by the page that asks for it. */
const purposes: [RegExp, string][] = [
  [/^\/orders\b/, "Sign in to see your orders."],
  [/^\/account\/shelf\b/, "Sign in to see your shelf."],
  [/^\/account\b/, "Sign in to open your account."],
  [/^\/books\/[^/]+\/review\b/, "Sign in to write your review."],
  [/^\/cart\b/, "Sign in to use your saved addresses."],
  [/^\/wishlist\b/, "Sign in to keep your wishlist."],
];

/** What the reader signs in for, given the path of the page that asks for it; null for other pages. */
export function namePurpose(path: string): string | null {
  return purposes.find(([pattern]) => pattern.test(path))?.[1] ?? null;
}

/** Returns the texts of the current route. */
export function signInTextOf(matches: readonly ({ id: string } | undefined)[]): SignInText {
  return matches.at(-1)?.id === "register" ? register : login;
}
