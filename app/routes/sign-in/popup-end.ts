/** Name of the channel, and of the storage key, by which pages report sign-ins to each other. */
export const signInChannel = "auth-attempt";

/**
 * Reports the result by channel, opener and storage, because any of them may be blocked (Google's pages may cut the
 * link to the opener). Then closes the popup.
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
