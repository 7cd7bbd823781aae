import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { ProfilePage } from "./profile-page";

function render({ hasSms, phone = "" }: { hasSms: boolean; phone?: string }): string {
  const profile = { fullName: "Anna Berger", email: "anna@example.org", phone, timeZone: "Europe/Berlin" };
  return renderToStaticMarkup(<ProfilePage profile={profile} pendingEmail={null} hasSms={hasSms} />);
}

it("asks for a phone number only where it is used, with the reason", () => {
  expect(render({ hasSms: true })).toContain(
    "the country code, such as +49. We text it only if a message to your future self",
  );
  expect(render({ hasSms: false })).not.toContain("Phone");
});

it("shows a number that is already stored, and says that it isn't used", () => {
  const html = render({ hasSms: false, phone: "+49 170 1234567" });
  expect(html).toContain("+49 170 1234567");
  expect(html).toContain("We don’t send text messages at the moment.");
});
