import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { LiveToast } from "./live-toast";

it("is one live region, as screen readers read nested ones twice", () => {
  for (const kind of ["delivered", "held"] as const) {
    const html = renderToStaticMarkup(<LiveToast happened={{ kind, vaultId: "v", title: "For Mia" }} />);
    expect(html).toContain("For Mia");
    expect(html.match(/role="\w+"/g)).toEqual(['role="status"']);
  }
});
