import type { IncomingHttpHeaders } from "node:http";

/**
 * Headers that proxies, tunnels and CDNs add when they forward a request: `Forwarded` (RFC 7239) and its predecessors,
 * `Via` (RFC 9110), `CDN-Loop` (RFC 8586), each vendor's header for the address of the client, and other headers that
 * vendors add to every request.
 */
const passedOn = [
  /^(x-)?(original-|envoy-original-|vercel-|arr-)?forwarded(-|$)/,
  /^(x-)?(http-)?via$/,
  /^cdn-loop$/,
  /(^|-)(real|client|connecting|remote|originating|cluster|peer|user|source|proxyuser|appengine-user|envoy-external)-?(ip|ipv[46]|addr|address|host)$/,
  /^x-(original|rewrite)-(url|uri|host|proto)$/,
  /^x-(arr|azure|amz-cf|amzn|cloud|envoy|varnish|fastly|akamai|vercel|nf|ngrok|tunnel)(-|$)/,
  /^(x-)?(client|proxy)-?ip$/,
  /^(cf|fastly|fly|tailscale|cloudfront|do|ngrok|bore|localtunnel)-/,
  /^(x-)?proxy-(connection|authorization|client|user|for)/,
];

/** Whether a header shows that the request was forwarded. Then the peer of the connection is not its sender. */
export function isPassedOn(headers: IncomingHttpHeaders): boolean {
  return Object.keys(headers).some((name) => passedOn.some((pattern) => pattern.test(name)));
}
