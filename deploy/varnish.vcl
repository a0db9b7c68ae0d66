# /etc/varnish/default.vcl: Varnish 6 or newer before HAProxy, as the shop's CDN. It speaks no TLS: what does stands before it.
# Shops have CDN_PURGE_URL=https://THIS-MACHINE/cdn-purge (or http:// on the same machine), TRUST_PROXY=3, and a CDN_PURGE_SECRET,
# such as `openssl rand -hex 32` makes. The file /etc/varnish/purge-secret has the same
# one, for the account vcache alone to read; Varnish reads it once. Who speaks to Varnish from which address counts for nothing:
# behind a proxy that ends TLS on the same machine all readers come from it.
# Check with: varnishd -C -f deploy/varnish.vcl
vcl 4.1;

import std;

# HAProxy, where SHOP_BIND says.
backend default {
  .host = "127.0.0.1";
  .port = "8080";
  .connect_timeout = 2s;
  .first_byte_timeout = 30s;
  .probe = { .url = "/healthz"; .interval = 1s; .timeout = 1s; .window = 3; .threshold = 2; .initial = 2; }
}

sub vcl_recv {
  if (req.url == "/cdn-purge") {
    # Who may tell of changes: the shops, which know the secret. Without one in the file nobody may.
    if (req.method != "POST" || req.http.authorization !~ "^Bearer [!-~]{16,}$"
      || req.http.authorization != "Bearer " + regsub(std.fileread("/etc/varnish/purge-secret"), "\s+$", "")) {
      return (synth(403));
    }
    if (req.http.surrogate-key !~ "^[a-z0-9-]+( [a-z0-9-]+)*$") {
      return (synth(400));
    }
    ban("obj.http.surrogate-key ~ (^|\s)(" + regsuball(req.http.surrogate-key, " ", "|") + ")(\s|$)");
    return (synth(200, "Purged"));
  }
  unset req.http.x-first-try;
  # The desk has addresses that the shop has too, and keeps nothing. Here stands the host of DESK_URL, if it begins otherwise.
  if (req.http.host ~ "(?i)^desk\.") {
    return (pass);
  }
  if (req.method != "GET" && req.method != "HEAD") {
    return (pass);
  }
  # The public pages of the shop and their data, and what is drawn and built. A cookie never reaches them.
  if (req.url ~ "^/(|_|about|api|ask-for-a-book|authors|best-sellers|categories|contact|faq|newsletter|offline|privacy-policy|reading-lists|returns|shipping|special-offers|terms-of-service|this-week)(\.data)?$"
    || req.url ~ "^/(books|authors|categories|pages|series|reading-lists)/[a-z0-9-]+(\.data)?$"
    || req.url ~ "^/books/[a-z0-9-]+/look-inside(\.data)?$"
    || req.url ~ "^/(assets|covers|portraits|share|icons)/[^?]+$") {
    unset req.http.cookie;
    # A page that has just gone stale is served while a new one is fetched; an older one only when there is no other: when the
    # first try has ended in a 5xx, the second takes back the limit, which a restart keeps.
    if (req.restarts > 0) {
      set req.grace = 1d;
    } else {
      set req.http.x-first-try = "yes";
      if (std.healthy(req.backend_hint)) {
        set req.grace = 10s;
      }
    }
    return (hash);
  }
  return (pass);
}

sub vcl_backend_response {
  if (beresp.status >= 500) {
    # To take this answer would throw the stale page away. vcl_synth tries again.
    if (bereq.is_bgfetch || bereq.http.x-first-try) {
      return (abandon);
    }
    set beresp.uncacheable = true;
    set beresp.ttl = 0s;
    return (deliver);
  }
  # stale-if-error
  if (beresp.http.surrogate-key) {
    set beresp.grace = 1d;
  }
}

sub vcl_deliver {
  if (resp.status >= 500 && req.http.x-first-try) {
    return (restart);
  }
  unset resp.http.surrogate-key;
  unset resp.http.xkey;
  unset resp.http.x-varnish;
  unset resp.http.via;
}

sub vcl_synth {
  if (resp.status >= 500 && req.http.x-first-try) {
    return (restart);
  }
}
