import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { AuthenticatorPage } from "./authenticator-page";

const OVER = "This set-up is over. Please start again.";
const setUp = { url: "otpauth://totp/x", qr: { size: 21, path: "" }, secret: "ABCD" };

it.each([
  ["to start", {}],
  ["of a code to scan", { setUp }],
  ["of an app that is on", { isOn: true }],
  ["of new recovery codes", { isOn: true, codes: ["abcd efgh"] }],
])("the page %s says once why it was refused", (_, change) => {
  const shown = { isOn: false, codesLeft: 10, codes: null, setUp: null, ...change };
  const html = renderToStaticMarkup(
    <AuthenticatorPage {...shown} lastResult={{ status: "error", error: { "": [OVER] } }} />,
  );
  expect(html.split(OVER)).toHaveLength(2);
});
