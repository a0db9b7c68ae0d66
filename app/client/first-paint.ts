/**
 * Script in the head of every page, before the first paint: cached pages are the same for all readers, and this script
 * adapts the header to a reader who is signed in. It copies the last sign-in or sign-out (cookie `auth-hint`) to
 * `auth-storage` and `auth-token`, and writes the reader's name onto the document as `data-reader`: empty when only
 * `auth-token` exists. These values grant no access: the session is a cookie that no script can read.
 */
export const firstPaintScript = `
window.readReader = () => {
  const root = document.documentElement;
  let name = null;
  try {
    const news = /(?:^|; )auth-hint=([^;]+)/.exec(document.cookie);
    if (news) {
      document.cookie = "auth-hint=; Path=/; Max-Age=0";
      const text = decodeURIComponent(news[1]);
      if (text === "out") {
        localStorage.removeItem("auth-storage");
        localStorage.removeItem("auth-token");
        localStorage.removeItem("last-searches");
        localStorage.removeItem("delivery-pin");
      } else {
        localStorage.setItem("auth-token", JSON.parse(text).state.token);
        localStorage.setItem("auth-storage", text);
      }
    }
    if (localStorage.getItem("auth-token")) name = "";
    const state = JSON.parse(localStorage.getItem("auth-storage") || "{}").state;
    if (state && state.user && state.token) name = String(state.user.name || "");
  } catch (error) {
    console.error("The sign-in stored in this browser could not be read", error);
  }
  if (name === null) return root.removeAttribute("data-reader");
  root.setAttribute("data-reader", name);
  root.style.setProperty("--reader-name", JSON.stringify(name));
  root.style.setProperty("--reader-initial", JSON.stringify([...name].slice(0, 1).join("").toUpperCase()));
};
readReader();
`;
