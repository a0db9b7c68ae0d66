import type { IncomingHttpHeaders } from "node:http";

/**
 * Names by which proxies, tunnels and CDNs say that they pass a request on, or for whom: `Forwarded` (RFC 7239) and its
 * forerunners, `Via` (RFC 9110), `CDN-Loop` (RFC 8586), the caller's address by each maker's own name, and what makers mark
 * every request with.
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

/** Whether a request came through something that says so: then it is somebody else's, wherever its connection is from. */
export function isPassedOn(headers: IncomingHttpHeaders): boolean {
  return Object.keys(headers).some((name) => passedOn.some((pattern) => pattern.test(name)));
}
