import { href } from "#routing/href.ts";
import type { ShopSettings } from "#shop/services.ts";
import { describeReturns } from "./returns.ts";
import type { Thing } from "./thing.ts";

const shopId = (publicUrl: string) => `${publicUrl}/#shop`;

/** Structured data of the shop: seller, contact and return policy (schema.org OnlineStore). */
export function describeShop({ name, publicUrl, seller, policies, socialLinks }: ShopSettings): Thing {
  return {
    "@type": "OnlineStore",
    "@id": shopId(publicUrl),
    name,
    legalName: seller.legalName,
    url: publicUrl + href("/"),
    sameAs: socialLinks.length > 0 ? socialLinks.map(({ url }) => url) : undefined,
    logo: `${publicUrl}/icons/512.png`,
    email: seller.email,
    telephone: seller.phone,
    taxID: seller.gstin ?? undefined,
    address: {
      "@type": "PostalAddress",
      streetAddress: seller.addressLines.join(", "),
      addressRegion: seller.stateCode,
      addressCountry: "IN",
    },
    contactPoint: {
      "@type": "ContactPoint",
      contactType: "customer service",
      email: seller.email,
      telephone: seller.phone,
      areaServed: "IN",
    },
    hasMerchantReturnPolicy: describeReturns(policies),
  };
}

/** Structured data of the website with its search (schema.org WebSite). */
export function describeSite({ name, publicUrl }: ShopSettings): Thing {
  return {
    "@type": "WebSite",
    "@id": `${publicUrl}/#site`,
    name,
    url: publicUrl + href("/"),
    inLanguage: "en-IN",
    publisher: { "@id": shopId(publicUrl) },
    potentialAction: {
      "@type": "SearchAction",
      target: { "@type": "EntryPoint", urlTemplate: `${publicUrl}${href("/search")}?q={search_term_string}` },
      "query-input": "required name=search_term_string",
    },
  };
}
