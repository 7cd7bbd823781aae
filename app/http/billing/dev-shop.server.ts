import { requireDevPages } from "~/http/dev/dev-pages.server";
import type { EmbeddedShop } from "~/services/shop/embedded-shop.server";
import { embeddedShop } from "~/services/shop.server";

/** @throws a 404 Response where a real shop is set up, in production other than a demo, and to a foreign Host */
export function requireEmbeddedShop(request: Request): EmbeddedShop {
  requireDevPages(request, embeddedShop !== undefined);
  return embeddedShop as EmbeddedShop;
}
