/** Under this name pages of the shop speak of sign-ins: a channel, and a storage key whose change other tabs hear. */
export const signInChannel = "auth-attempt";

/**
 * Tells the opener by every road there is, because any of them may be closed: the channel, the line to the opener (which
 * Google's pages may cut), and storage. Then closes the popup.
 */
export const popupEndScript = `
const query = new URLSearchParams(location.search);
const word = { attempt: query.get("attempt"), state: query.get("state") };
const roads = [
  () => new BroadcastChannel("${signInChannel}").postMessage(word),
  () => opener && opener.postMessage(word, location.origin),
  () => localStorage.setItem("${signInChannel}", JSON.stringify(word)),
  () => localStorage.removeItem("${signInChannel}"),
];
for (const tell of roads) try { tell(); } catch {}
close();
`;
