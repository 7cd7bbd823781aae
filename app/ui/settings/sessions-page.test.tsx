import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { SessionsPage } from "./sessions-page";

const device = { id: "s1", name: "Firefox on Linux", isThis: true, seen: "Active now", since: "today" };
const other = { ...device, id: "s2", isThis: false };

it("offers to log out other devices only where there are some", () => {
  const render = (devices: (typeof device)[]) => renderToStaticMarkup(<SessionsPage devices={devices} events={[]} />);
  expect(render([device])).not.toContain("Log out");
  expect(render([device, other])).toContain("Log out every other device");
});
