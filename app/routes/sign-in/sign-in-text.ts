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

/** Returns the texts of the current route. */
export function signInTextOf(matches: readonly ({ id: string } | undefined)[]): SignInText {
  return matches.at(-1)?.id === "register" ? register : login;
}
